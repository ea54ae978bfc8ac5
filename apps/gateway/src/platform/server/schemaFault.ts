/** The parts of the validator's errors that are read here. */
export interface SchemaError {
  readonly keyword?: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/**
 * What a schema refused, in a sentence of our own that names the parameter; `field` is its
 * outermost name.
 */
export function schemaFault({ keyword = '', instancePath, params }: SchemaError): {
  readonly field: string
  readonly message: string
} {
  const place = instancePath.split('/').slice(1)
  const name =
    [
      ...place,
      ...(typeof params['missingProperty'] === 'string' ? [params['missingProperty']] : []),
    ].join('.') || 'body'
  return { field: name.split('.', 1)[0] ?? name, message: `${name} ${predicate(keyword, params)}` }
}

function predicate(
  keyword: string,
  { type, allowedValues, allowedValue, limit }: SchemaError['params'],
): string {
  switch (keyword) {
    case 'required':
      return 'is missing'
    case 'type':
      return `must be ${[type]
        .flat()
        .flatMap((one) => TYPES[String(one)] ?? [])
        .join(' or ')}`
    case 'enum':
      return `must be one of ${[allowedValues]
        .flat()
        // Empty values mean an absent field, and nobody needs to choose them.
        .filter((value) => value !== null && value !== '')
        .join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(allowedValue)}`
    case 'minLength':
      return `must have at least ${String(limit)} characters`
    case 'maxLength':
      return `must have at most ${String(limit)} characters`
    case 'minItems':
      return `must have at least ${String(limit)} entries`
    case 'maxItems':
      return `must have at most ${String(limit)} entries`
    case 'minimum':
      return `must be at least ${String(limit)}`
    case 'maximum':
      return `must be at most ${String(limit)}`
    case 'pattern':
      return 'does not have the right form'
    default:
      return 'is not valid'
  }
}
