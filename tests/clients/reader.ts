// A reader of a Swiss tournament on the TypeScript client. Arguments: the site, and the event's name in its address.
import { client } from "./client/client.gen.js";
import { eventsDivisionsPairingsRetrieve, eventsResultsList } from "./client/sdk.gen.js";
import type { PairingRun, Result } from "./client/types.gen.js";

declare const process: { argv: string[] };
const [site = "", slug = ""] = process.argv.slice(2);
client.setConfig({ baseUrl: site, throwOnError: true });

/** The form of the event, which its first entry names: `kind` says what the payload is. */
function formOf(entry: Result | undefined): string {
  if (entry?.kind !== "started") throw new Error(`${entry?.kind} comes first`);
  return entry.payload.layout.form;
}

/** The points with which players were paired: `algorithm` says what was given. */
function scoresOf(run: PairingRun): number {
  if (run.algorithm !== "swiss-mwm/1" && run.algorithm !== "swiss-mwm/2") throw new Error(`paired by ${run.algorithm}`);
  return run.given.entries.reduce((sum, entry) => sum + entry.score, 0);
}

const { data: entries } = await eventsResultsList({ path: { slug }, throwOnError: true });
for (const entry of entries) {
  if (entry.kind !== "round_paired" || entry.division === null) continue;
  const path = { slug, division: entry.division, pairing: entry.payload.pairing };
  const { data: run } = await eventsDivisionsPairingsRetrieve({ path, throwOnError: true });
  const numbers = run.made.meetings.flatMap((meeting) => meeting.numbers).sort();
  console.log(`${formOf(entries[0])} ${scoresOf(run)} [${numbers.join(", ")}]`);
}
