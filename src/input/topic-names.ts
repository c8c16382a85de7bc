/** What `pvg help` explains besides commands. */
export const topicNames = [
  'exit-status',
  'environment',
  'output',
  'json',
  'identifiers',
  'signing',
  'service',
  'emulate',
  'not-shown',
  'refund',
  'pending',
  'ios',
  'mcp',
] as const;

export type TopicName = (typeof topicNames)[number];
