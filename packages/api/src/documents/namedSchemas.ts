import * as captcha from '../captcha.ts'
import * as configuration from '../configuration.ts'
import * as development from '../development.ts'
import { errorSchemas } from '../envelope.ts'
import { shortenUnion } from '../jsonSchema.ts'
import * as login from '../login.ts'
import * as marketData from '../marketData.ts'
import * as paper from '../paper.ts'
import * as qrLogin from '../qrLogin.ts'
import * as security from '../security.ts'
import * as account from '../spot/account.ts'
import * as orders from '../spot/orders.ts'
import * as streams from '../streams.ts'
import * as thirdParty from '../thirdParty.ts'
import * as transfers from '../transfers.ts'

/** The schemas of the contract that have a name of their own, such as `SpotOrder`. */
const NAMED: ReadonlyMap<unknown, string> = new Map([
  ...[
    account,
    captcha,
    configuration,
    development,
    login,
    marketData,
    orders,
    paper,
    qrLogin,
    security,
    streams,
    thirdParty,
    transfers,
  ].flatMap((module) =>
    Object.entries(module)
      .filter(([name]) => /^[A-Z]/.test(name))
      .map(([name, schema]) => [schema, name] as const),
  ),
  ...Object.entries(errorSchemas).map(([code, schema]) => [schema, `Error${code}`] as const),
])

/** The name of a schema of the contract, if it has one. */
export const schemaName = (schema: object): string | undefined => NAMED.get(schema)

/** Writes schemas into a document; named ones become components that are referred to. */
export interface SchemaWriter {
  /** `schema` as it stands in the document. */
  write(schema: object): object
  /** The components that were referred to, by name in alphabetical order. */
  components(): Readonly<Record<string, object>>
}

export function createSchemaWriter(): SchemaWriter {
  const components = new Map<string, object>()

  function write(schema: object): object {
    const name = NAMED.get(schema)
    if (name === undefined) return copy(schema)
    if (!components.has(name)) {
      // Set first: a schema may refer to itself.
      components.set(name, {})
      components.set(name, copy(schema))
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  function copy(schema: object): object {
    return Object.fromEntries(
      Object.entries(shortenUnion(schema, (member) => NAMED.has(member))).map(
        ([key, value]: [string, unknown]) => [key, copyValue(value)],
      ),
    )
  }

  function copyValue(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(copyValue)
    return typeof value === 'object' && value !== null ? write(value) : value
  }

  return {
    write,
    components: () =>
      Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}
