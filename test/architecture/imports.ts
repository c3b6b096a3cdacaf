/** A source file: its path from src/, with slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** `import … from`, `export … from`, a bare `import "…"`, and `import("…")`. */
const statement =
  /(?:^|[\s;{}])(?:(?:import|export)\s+(?:type\s+)?(?:[\w*{][^;"'`]*?\sfrom\s*)?|import\s*\(\s*)["']([^"']+)["']/g;

/** The modules that a file imports as they are written: `../errors.ts`, `node:path`, `zod`. Comments do not count. */
export function importsOf(text: string): readonly string[] {
  return [...withoutComments(text).matchAll(statement)].map(([, module = ""]) => module);
}

/** The code alone: block comments, and line comments on lines of their own, are left out. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}
