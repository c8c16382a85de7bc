// Makes docs/reference/json.md from the JSON Schemas in docs/schemas.
import { anchorOf } from './anchors.mjs';
import { code, joined, prose, table } from './markdown.mjs';

const heading = `<!-- \`npm run docs\` makes this page from the schemas in \`docs/schemas\`: change those, not this page. -->

# JSON

Every member of the object of \`--json\`, of the rows of \`batch\` and \`reconcile\`, of the journal's lines, and of \`report\`. The
\`answer\` of the other commands is [described at the end](#answers-of-other-commands). The JSON Schemas (draft-07) are in \`docs/schemas\`, in the package
too; the tests check every output against them. How to pick from the object, and its verdicts:
[pvg in scripts](../guides/scripting.md). \`[]\` is each item of a list, \`*\` each member of an object.

"Always" says whether a member is always there in its object; a member that does not apply may then be \`null\`.`;

const without = (schema, ...names) =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));

const definitionOf = ({ $ref = '' }) => /^#\/definitions\/(.*)$/.exec($ref)?.[1];

/** The definition of an object has a table of its own. */
const hasTable = (schema) => schema?.type === 'object';

/** A schema with the small definition that it names, and with the one alternative that is not null. */
function resolved(schema, definitions) {
  const definition = definitionOf(schema);
  if (definition !== undefined && !hasTable(definitions[definition])) {
    return { ...resolved(definitions[definition], definitions), ...without(schema, '$ref') };
  }
  const alternatives = schema.anyOf ?? schema.oneOf ?? [];
  const other = alternatives.filter(({ type }) => type !== 'null');
  if (alternatives.length > other.length && other.length === 1) {
    return {
      ...resolved(other[0], definitions),
      ...without(schema, 'anyOf', 'oneOf'),
      orNull: true,
    };
  }
  return schema;
}

/** Numbers of a long list: exit statuses. */
const isExit = (list) =>
  list.length > 8 && list.every((each) => each === null || Number.isInteger(each));

const values = (list) => list.map((each) => code(JSON.stringify(each))).join(', ');

function typeOf(schema, { name, definitions }) {
  const { type, items, orNull, anyOf, oneOf } = schema;
  const one = () => {
    if ('const' in schema) return values([schema.const]);
    if (schema.enum && isExit(schema.enum)) return 'an [exit status](exit-statuses.md)';
    if (schema.enum) return values(schema.enum);
    const definition = definitionOf(schema);
    if (definition !== undefined) return `[${definition}](#${anchorOf(`${name}: ${definition}`)})`;
    const alternatives = anyOf ?? oneOf;
    if (alternatives)
      return [
        ...new Set(
          alternatives.map((each) => typeOf(resolved(each, definitions), { name, definitions })),
        ),
      ].join(' or ');
    if (type === 'array' && items)
      return `array of ${typeOf(resolved(items, definitions), { name, definitions })}`;
    return type === undefined ? 'any' : [type].flat().join(' or ');
  };
  return orNull ? `${one()} or null` : one();
}

/** One row for each member, with those of the objects in it. */
function rowsOf(schema, given, path = '') {
  const { definitions } = given;
  const { properties = {}, required = [], additionalProperties } = schema;
  const members = Object.entries(properties).map(([name, each]) => [
    name,
    each,
    required.includes(name) ? 'yes' : '',
  ]);
  if (typeof additionalProperties === 'object') members.push(['*', additionalProperties, '']);
  return members.flatMap(([name, declared, always]) => {
    const member = resolved(declared, definitions);
    const own = `${path}${name}`;
    const item = member.items && resolved(member.items, definitions);
    return [
      [code(own), typeOf(member, given), always, prose(member.description ?? '')],
      ...rowsOf(member, given, `${own}.`),
      ...(item ? rowsOf(item, given, `${own}[].`) : []),
    ];
  });
}

const membersTable = (schema, given) =>
  table(['Member', 'Type', 'Always', 'Meaning'], rowsOf(schema, given));

function part({ name, schema }) {
  const { title, description = '', definitions = {} } = schema;
  const given = { name, definitions };
  return joined(
    `## ${name}`,
    `${prose(title)}. ${prose(description)} Schema: [${name}.schema.json](../schemas/${name}.schema.json).`,
    membersTable(schema, given),
    ...Object.entries(definitions)
      .filter(([, each]) => hasTable(each))
      .map(([definition, each]) => joined(`### ${name}: ${definition}`, membersTable(each, given))),
  );
}

/** The members of an `answer` that has no schema. */
const answers = [
  [
    '`journal list`, `journal find`',
    {
      entries: 'the calls, each as in [journal-entry](#journal-entry)',
      replies: 'the replies that were copied or printed',
      remarks: 'notes, moves and refused pastes; `--limit` counts them and the replies, too',
      has_older: 'whether the journal has more lines that match: raise `--limit`',
      damaged: 'how many lines could not be read',
      incomplete: 'why files of the journal are missing, or null',
    },
  ],
  [
    '`journal find`, besides',
    {
      newest_answer: 'the call that counts, with its `verdict` and `doubts`; null without one',
      answers: 'the same for each purchase and player of a ticket',
      settled: 'ids of refused pastes whose purchases were all looked up since',
    },
  ],
  [
    '`profile show`',
    {
      name: 'the profile; null if only variables are used',
      source: 'what chose it',
      readOnly: 'whether it never verifies',
      environment: '`value` and `source`',
      'gatewayUrl, clientId, sessionUrl, gameId, package':
        '`value` and `source`; missing without a value',
      'clientSecret, secretKey': '`fingerprint` and `source`; missing without a value',
      path: 'its file, or null',
      notes: 'sentences about the values',
    },
  ],
  [
    '`batch --dry-run`',
    {
      format: '`csv` or `json`',
      columns: 'the columns or members of the input',
      rows: 'how many rows this part has',
      unreadable: 'how many of them cannot be looked up',
      first_unreadable: 'some of these, as `first_failures` of a run',
    },
  ],
];

const answersPart = joined(
  '## Answers of other commands',
  table(
    ['Command', 'Member of `answer`', 'Meaning'],
    answers.flatMap(([command, members]) =>
      Object.entries(members).map(([names, meaning]) => [
        command,
        names.split(', ').map(code).join(', '),
        meaning,
      ]),
    ),
  ),
);

/**
 * Markdown, not yet laid out by prettier.
 * @param {readonly { readonly name: string, readonly schema: object }[]} schemas
 */
export const jsonPage = (schemas) => joined(heading, ...schemas.map(part), answersPart);
