import { toolInputShape, toolsFor, type Tool } from '../tools/table.js';
import type { ToolValues } from '../tools/run.js';
import { isRecord } from '../text/json/json.js';

/** A request of the page that may run. */
export interface AllowedRequest {
  readonly tool: Tool;
  readonly values: ToolValues;
  readonly profile: string;
}

/** What the page asks for, or a sentence: what is wrong with it. */
export function readToolRequest(
  request: unknown,
  profiles: readonly [string, ...string[]],
): AllowedRequest | string {
  if (!isRecord(request)) return 'The request is no JSON object.';
  const { tool: name, values = {}, profile = profiles[0] } = request;
  const tool = toolsFor('page').find((one) => one.name === name);
  if (tool === undefined) return 'There is no such tool.';
  if (typeof profile !== 'string' || !profiles.includes(profile)) {
    return 'This profile was not named when pvg desk started.';
  }
  if (!isRecord(values)) return 'The values are no JSON object.';
  const problem = problemOf(tool, values);
  if (problem !== undefined) return problem;
  return { tool, values: values as ToolValues, profile };
}

function problemOf(tool: Tool, values: Readonly<Record<string, unknown>>): string | undefined {
  const shape = toolInputShape(tool);
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(shape, name));
  if (unknown !== undefined) return `${tool.name} has no such field.`;
  for (const [name, kind] of Object.entries(shape)) {
    const { error } = kind.safeParse(values[name]);
    if (error !== undefined) return `${name}: ${error.issues[0]?.message ?? 'wrong'}.`;
  }
  return undefined;
}
