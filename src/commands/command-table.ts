import { commands } from "./commands.ts";

/** The table of commands as Markdown, for the README. */
export function commandTable(): string {
  const rows = commands.map(
    ({ name, summary }) => `| [\`${name}\`](docs/commands.md#${name.replaceAll(" ", "-")}) | ${summary} |`,
  );
  return ["| command | does |", "| --- | --- |", ...rows].join("\n");
}
