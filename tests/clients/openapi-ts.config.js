// How the client in TypeScript is made: with the extensions that Node wants in imports.
export default {
  input: "schema.json",
  output: { path: "client", module: { extension: ".js" } },
  plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
};
