import { Ajv, type ValidateFunction } from 'ajv'

/** Judges a value; after `false`, `errors` has the first fault. */
type Validator = Pick<ValidateFunction, 'errors'> & ((value: unknown) => boolean)

const ajv = new Ajv({
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: false,
  allowUnionTypes: true,
  addUsedSchema: false,
  // Handlers check amounts themselves, so that a refusal has the code of its reason.
  formats: { decimal: true },
})
const compiled = new WeakMap<object, ValidateFunction>()

function compiledOf(schema: object): ValidateFunction {
  const validate = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, validate)
  return validate
}

/**
 * The validator of a request's schema. It is compiled for the first request: the schemas of all
 * routes together would take half of a start. `contractRoute.test.ts` compiles each of them.
 */
export function requestValidator({ schema }: { readonly schema: unknown }): Validator {
  const validator: Validator = (value) => {
    const validate = compiledOf(schema as object)
    const isValid = validate(value)
    validator.errors = validate.errors ?? null
    return isValid
  }
  return validator
}
