import type { TSchema } from '@sinclair/typebox'

/** The keywords of JSON Schema that the contract uses. */
export interface JsonSchema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'object' | 'array'
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema | readonly JsonSchema[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** A TypeBox schema is a JSON schema with symbols. */
export const jsonOf = (schema: TSchema) => schema as JsonSchema

/** An object may carry alternatives of required fields; it is no union. */
const isUnion = ({ anyOf, type }: JsonSchema): boolean => anyOf !== undefined && !type

/** How much of a value is filled in: all fields, or only those that are required. */
export type Filling = 'all' | 'required'

/** A value that `schema` describes. */
export function valueOf(schema: JsonSchema, filling: Filling = 'all'): unknown {
  if ('const' in schema) return schema.const
  if (isUnion(schema)) return valueOf(schema.anyOf?.[0] ?? {}, filling)
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return listOf(schema, filling)
    case 'object':
      return objectOf(schema, filling)
    default:
      return 'anything'
  }
}

/** Texts of the wire: one of them fits each pattern. */
const TEXTS = [
  'BTCUSDT',
  '86',
  '0'.repeat(32),
  '0'.repeat(64),
  'candle_1m',
  'candle_mark_1m',
  'candle_index_1m',
  '1700000000000',
]

function textOf(schema: JsonSchema): string {
  const { format, pattern, minLength = 0, maxLength = Infinity } = schema
  if (format === 'decimal') return '90000.10'
  const isFitting = (text: string) =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (!pattern || new RegExp(pattern).test(text))
  return TEXTS.find(isFitting) ?? 'x'.repeat(minLength)
}

function listOf({ items, minItems = 1 }: JsonSchema, filling: Filling): unknown[] {
  if (Array.isArray(items)) return (items as JsonSchema[]).map((item) => valueOf(item, filling))
  return Array.from({ length: minItems }, () => valueOf((items as JsonSchema) ?? {}, filling))
}

function objectOf(schema: JsonSchema, filling: Filling): Record<string, unknown> {
  const { properties = {}, patternProperties = {}, required = [] } = schema
  const fields = Object.entries(properties)
    .filter(([name]) => filling === 'all' || required.includes(name))
    .map(([name, field]) => [name, valueOf(field, filling)] as const)
  const records = Object.values(patternProperties).map(
    (field) => ['USDT', valueOf(field, filling)] as const,
  )
  return Object.fromEntries([...fields, ...records])
}

/** A place in a value: the names and positions that lead to it. */
export type Path = readonly (string | number)[]

/** One schema inside another, with its place in `valueOf` of the outer one. */
export interface Part {
  readonly path: Path
  readonly schema: JsonSchema
  /** Whether the object around it demands it. */
  readonly isRequired: boolean
}

/** Every field, at any depth, that `valueOf(schema)` fills in. */
export function partsOf(schema: JsonSchema, path: Path = []): readonly Part[] {
  const first = schema.anyOf?.[0]
  if (first && isUnion(schema)) return partsOf(first, path)
  const { properties = {}, patternProperties = {}, required = [], items } = schema
  const fields = [
    ...Object.entries(properties).map(([name, field]) => ({
      path: [...path, name],
      schema: field,
      isRequired: required.includes(name),
    })),
    ...Object.values(patternProperties).map((field) => ({
      path: [...path, 'USDT'],
      schema: field,
      isRequired: false,
    })),
    ...(items && !Array.isArray(items)
      ? [{ path: [...path, 0], schema: items as JsonSchema, isRequired: false }]
      : []),
  ]
  return fields.flatMap((field) => [field, ...partsOf(field.schema, field.path)])
}

/** A copy of `value` with `replacement` at `path`. */
export function withAt(value: unknown, path: Path, replacement: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return replacement
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (at === key ? withAt(item, rest, replacement) : item))
  const fields = value as Readonly<Record<string, unknown>>
  return { ...fields, [key]: withAt(fields[String(key)], rest, replacement) }
}

/** A copy of `value` without the field at `path`. */
export function without(value: unknown, path: Path): unknown {
  const [key, ...rest] = path
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (at === key ? without(item, rest) : item))
  const fields = value as Readonly<Record<string, unknown>>
  return rest.length === 0
    ? Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key))
    : { ...fields, [String(key)]: without(fields[String(key)], rest) }
}

/** The schemas of which one has to fit. */
export const variantsOf = (schema: JsonSchema): readonly JsonSchema[] =>
  isUnion(schema) ? (schema.anyOf ?? []).flatMap(variantsOf) : [schema]
