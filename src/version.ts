import packageJson from "../package.json" with { type: "json" };

/** The version of grantwave, as `--version` and reports say it. */
export const version: string = packageJson.version;
