/** What `pvg help` explains besides commands. */
export const topicNames = [
  'exit-status',
  'environment',
  'output',
  'json',
  'identifiers',
  'signing',
  'causes',
  'service',
  'emulate',
  'not-shown',
  'refund',
  'pending',
  'ios',
  'mcp',
  'desk',
] as const;

/** Other words for a topic, under which people look for it. */
export const topicAliases: Readonly<Record<string, TopicName>> = {
  chargeback: 'refund',
  chargebacks: 'refund',
  refunds: 'refund',
};

export type TopicName = (typeof topicNames)[number];
