import { TypeCompiler } from '@sinclair/typebox/compiler'
import { describe, expect, it } from 'vitest'
import { listEndpoints, topics } from './contract.ts'
import { isRaw } from './endpoint.ts'
import { jsonSchemaOf } from './jsonSchema.ts'
import { fitsJsonSchema } from './testing/checkJsonSchema.ts'
import { jsonOf, partsOf, valueOf, withAt } from './testing/schemaValues.ts'

/** Values of every kind, and those at the borders of texts and numbers. */
const VALUES = [
  null,
  '',
  'x',
  '1.5',
  '-',
  'buy',
  'x'.repeat(101),
  0,
  1,
  -1,
  1.5,
  301,
  true,
  false,
  [],
  [null],
  ['x'],
  {},
  { a: 1 },
]

const endpoints = listEndpoints().map(({ endpoint }) => endpoint)
const requests = endpoints.flatMap(({ method, path, request }) =>
  request ? [{ name: `${method} ${path}`, schema: request }] : [],
)
const answers = endpoints.flatMap(({ method, path, response }) =>
  isRaw(response) ? [] : [{ name: `answer of ${method} ${path}`, schema: response }],
)
const messages = topics.map(({ name, message }) => ({ name, schema: message }))

/** One of each kind: there are thousands of fields in answers. */
const FEW = [null, '', 'buy', 1.5, true, [null], {}]

/** What the schema of the contract and its short form do not agree about. */
function differences(
  { name, schema }: (typeof answers)[number],
  tried: readonly unknown[],
): readonly string[] {
  const check = TypeCompiler.Compile(schema)
  const short = jsonSchemaOf(schema)
  const example = valueOf(jsonOf(schema))
  const values = [
    example,
    valueOf(jsonOf(schema), 'required'),
    ...partsOf(jsonOf(schema)).flatMap(({ path }) =>
      tried.map((value) => withAt(example, path, value)),
    ),
  ]
  return values
    .filter((value) => check.Check(value) !== fitsJsonSchema(short, value))
    .map((value) => `${name} ${JSON.stringify(value).slice(0, 200)}`)
}

describe('the short form of a schema', () => {
  it('takes and refuses what the schema of a request does', () => {
    expect(requests.length).toBeGreaterThan(120)
    // TypeBox does not look at alternatives of required fields; the gateway does.
    expect(requests.flatMap((one) => differences(one, VALUES))).toEqual([
      'POST /v1/user/security/sessions/revoke {}',
    ])
  })

  it('takes and refuses what the schema of an answer does', () => {
    expect([...answers, ...messages].flatMap((one) => differences(one, FEW))).toEqual([])
  })
})
