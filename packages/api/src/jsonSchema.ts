/** A JSON Schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * A schema of the contract as short JSON Schema: a union of literals is an `enum`, a union of plain
 * types a list of types. Validators that name the keyword that failed give better messages so.
 */
export function jsonSchemaOf(schema: object): JsonSchema {
  return Object.fromEntries(
    Object.entries(shortenUnion(schema)).map(([key, value]: [string, unknown]) => [
      key,
      plainValue(value),
    ]),
  )
}

function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue)
  return typeof value === 'object' && value !== null ? jsonSchemaOf(value) : value
}

/**
 * `schema` itself, unless it is a union that fits into one `enum` or one list of types.
 * @param isNamed whether a member has a name of its own and has to stay.
 */
export function shortenUnion(
  schema: object,
  isNamed: (member: object) => boolean = () => false,
): JsonSchema {
  const { anyOf, ...rest } = schema as JsonSchema
  if (!Array.isArray(anyOf) || anyOf.some(isNamed)) return schema as JsonSchema
  const members: readonly JsonSchema[] = anyOf
  const short = literalUnion(members) ?? typeUnion(members)
  return short ? { ...short, ...rest } : (schema as JsonSchema)
}

/** Literals, and `null`, as an `enum`. */
function literalUnion(members: readonly JsonSchema[]): JsonSchema | undefined {
  if (!members.some((member) => 'const' in member)) return undefined
  if (!members.every((member) => 'const' in member || member['type'] === 'null')) return undefined
  const values: readonly unknown[] = members.map((member) => member['const'] ?? null)
  // Fields that may be empty say first that they are text.
  if (!values.includes('')) return { enum: values }
  return { type: values.includes(null) ? ['string', 'null'] : 'string', enum: values }
}

/** Types that share no keyword besides `type`. */
function typeUnion(members: readonly JsonSchema[]): JsonSchema | undefined {
  const parts = members.map(({ type, ...keywords }) => ({
    type,
    keywords: plainKeywords(keywords),
  }))
  const names = parts.flatMap(({ keywords }) => (keywords ? Object.keys(keywords) : []))
  const isPlain = parts.every(({ type, keywords }) => typeof type === 'string' && keywords)
  if (!isPlain || new Set(names).size < names.length) return undefined
  return {
    type: parts.map(({ type }) => type),
    ...Object.assign({}, ...parts.map(({ keywords }) => keywords)),
  } as JsonSchema
}

/** Keywords that mean nothing for another type; `undefined` where a member is no plain type. */
function plainKeywords({ properties = {}, ...keywords }: JsonSchema): JsonSchema | undefined {
  if (Object.keys(properties as object).length > 0) return undefined
  return ['const', 'items', 'required', 'patternProperties', 'minimum'].some(
    (name) => name in keywords,
  )
    ? undefined
    : keywords
}
