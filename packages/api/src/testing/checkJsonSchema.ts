import type { JsonSchema } from './schemaValues.ts'

type Keywords = JsonSchema & {
  readonly enum?: readonly unknown[]
  readonly types?: readonly string[]
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

const isOfType = (type: string, value: unknown): boolean =>
  type === 'integer'
    ? Number.isInteger(value)
    : type === 'number'
      ? typeof value === 'number' && Number.isFinite(value)
      : typeOf(value) === type

/**
 * Whether a value fits a JSON schema, by the keywords that the contract uses, in the plainest way.
 * As JSON Schema says, a keyword of one type means nothing for a value of another.
 */
export function fitsJsonSchema(schema: object, value: unknown): boolean {
  const {
    type,
    const: only,
    enum: values,
    anyOf,
    ...keywords
  } = schema as Omit<Keywords, 'type'> & { readonly type?: string | readonly string[] }
  if ('const' in schema && value !== only) return false
  if (values && !values.includes(value)) return false
  if (type !== undefined && ![type].flat().some((each) => isOfType(each, value))) return false
  if (anyOf && !anyOf.some((each) => fitsJsonSchema(each, value))) return false
  switch (typeOf(value)) {
    case 'string':
      return fitsText(keywords, value as string)
    case 'number':
      return (
        (value as number) >= (keywords.minimum ?? -Infinity) &&
        (value as number) <= (keywords.maximum ?? Infinity)
      )
    case 'array':
      return fitsList(keywords, value as readonly unknown[])
    case 'object':
      return fitsObject(keywords, value as Readonly<Record<string, unknown>>)
    default:
      return true
  }
}

const DECIMAL = /^-?[0-9]+(\.[0-9]+)?$/

function fitsText(
  { minLength = 0, maxLength = Infinity, pattern, format }: JsonSchema,
  text: string,
): boolean {
  if (format === 'decimal' && text !== '' && !DECIMAL.test(text)) return false
  if (pattern !== undefined && !new RegExp(pattern).test(text)) return false
  return text.length >= minLength && text.length <= maxLength
}

function fitsList(
  { minItems = 0, maxItems = Infinity, items }: JsonSchema,
  list: readonly unknown[],
): boolean {
  if (list.length < minItems || list.length > maxItems) return false
  if (!items) return true
  return list.every((item, at) => {
    const schema = Array.isArray(items) ? (items as readonly JsonSchema[])[at] : items
    return schema === undefined || fitsJsonSchema(schema, item)
  })
}

function fitsObject(
  { properties = {}, patternProperties = {}, required = [] }: JsonSchema,
  fields: Readonly<Record<string, unknown>>,
): boolean {
  if (required.some((name) => fields[name] === undefined)) return false
  return Object.entries(fields).every(([name, value]) => {
    const schemas = [
      ...(Object.hasOwn(properties, name) ? [properties[name] ?? {}] : []),
      ...Object.entries(patternProperties).flatMap(([pattern, schema]) =>
        new RegExp(pattern).test(name) ? [schema] : [],
      ),
    ]
    return value === undefined || schemas.every((schema) => fitsJsonSchema(schema, value))
  })
}
