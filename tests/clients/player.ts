// A bot on the TypeScript client of @hey-api/openapi-ts. Arguments: the site, a key, the number of its game.
import { client } from "./client/client.gen.js";
import { gamesMovesRetrieve, gamesPlayCreate, gamesRetrieve, playersMeRetrieve } from "./client/sdk.gen.js";
import type { Position } from "./client/types.gen.js";

declare const process: { argv: string[] };
const [site = "", key = "", number = ""] = process.argv.slice(2);
client.setConfig({ baseUrl: site, auth: key, throwOnError: true });
const path = { id: Number(number) };

/** The pyramids of a BTT position, which `game` tells apart from those of other games. */
function pyramidsOf(position: Position): number {
  if (position.game !== "btt") throw new Error(`a position of ${position.game}`);
  return Object.keys(position.pyramids).length;
}

const { data: me } = await playersMeRetrieve({ throwOnError: true });
let played = 0;
for (;;) {
  const { data: game } = await gamesRetrieve({ path, throwOnError: true });
  pyramidsOf(game.board.position);
  if (game.status === "finished") break;
  const own = game.seats.find((seat) => seat.player === me.username)?.seat;
  if (game.to_act !== own) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    continue;
  }
  const { data: found } = await gamesMovesRetrieve({ path, throwOnError: true });
  const text = found.moves[(found.ply * 7) % found.moves.length] ?? "";
  const headers = { "Idempotency-Key": `ply ${found.ply}` };
  await gamesPlayCreate({ path, headers, body: { text, ply: found.ply }, throwOnError: true });
  played += 1;
}
console.log(played);
