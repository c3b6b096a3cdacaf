import * as z from "zod";
import { Config } from "../config/config.ts";
import { Explanation } from "./explanation-report.ts";
import { GraphReport } from "./lockout/graph-report.ts";
import { LockoutReport } from "./lockout/lockout-report.ts";
import { RecoveryReport } from "./lockout/recovery-report.ts";
import { Plan } from "./plan-report.ts";
import { StuckPods } from "./stuck-report.ts";
import { Verification } from "./verification-report.ts";

interface Described {
  readonly schema: z.ZodType;
  readonly description: string;
}

/** Every kind that has a schema; `docs/schema/` has one file for each. */
const described = {
  Config: { schema: Config, description: "The configuration, grantwave.yaml." },
  Plan: { schema: Plan, description: "What a sync would do and why, as plan -o json prints it." },
  Explanation: {
    schema: Explanation,
    description: "Why one object has its wave, as explain -o json prints it.",
  },
  LockoutReport: {
    schema: LockoutReport,
    description: "What can lock itself out, as lockout -o json prints it.",
  },
  RecoveryReport: {
    schema: RecoveryReport,
    description: "The ways out of lockouts, as recovery -o json prints them.",
  },
  RecoveryGraph: {
    schema: GraphReport,
    description: "What a repair stands on, as graph -o json prints it.",
  },
  Verification: {
    schema: Verification,
    description: "What was found out about an installation, as verify -o json prints it.",
  },
  StuckPods: {
    schema: StuckPods,
    description: "Pods that wait in vain for a certificate, as unstick -o json prints them.",
  },
} as const satisfies Record<string, Described>;

export type SchemaKind = keyof typeof described;

export const schemaKinds = Object.keys(described) as readonly SchemaKind[];

/**
 * The JSON Schema (draft 2020-12) of a kind, as text with a line break at its end. It describes documents as they are
 * written: what has a default may be left out. A rule between several values, such as names that have to differ, is none
 * that JSON Schema can say. The `$id` is a name, not an address.
 */
export function jsonSchema(kind: SchemaKind): string {
  const { description, schema }: Described = described[kind];
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-2020-12" });
  const named = {
    $schema,
    $id: `https://grantwave.dev/schema/v1alpha1/${kind}.json`,
    title: kind,
    description,
    ...rest,
  };
  return `${JSON.stringify(named, null, 2)}\n`;
}
