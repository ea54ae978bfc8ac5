import {
  commonErrors,
  errorSpec,
  hasStatus,
  isRaw,
  jsonSchemaOf,
  SUCCESS_CODE,
  type Endpoint,
  type Envelope,
  type Topic,
} from '@x/api'
import { Ajv, type ValidateFunction } from 'ajv'
import { CodedAnswer, RawAnswer } from './route.ts'

/** Compares what the gateway answers with the contract. */
export interface ContractCheck {
  /** What differs, with the path of the value; `undefined` where nothing does. */
  answerFault(endpoint: Endpoint, answer: unknown): string | undefined
  /** The same of a refusal, its HTTP status and its details. */
  refusalFault(
    endpoint: Endpoint,
    refusal: { readonly status: number; readonly envelope: Envelope },
  ): string | undefined
  /** The same of a message of a web socket. */
  messageFault(topic: Topic, message: unknown): string | undefined
}

const ajv = new Ajv({ strict: false, formats: { decimal: true } })
const validators = new WeakMap<object, ValidateFunction>()

function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema)
  if (known) return known
  const compiled = ajv.compile(closed(jsonSchemaOf(schema)) as object)
  validators.set(schema, compiled)
  return compiled
}

export function createContractCheck(): ContractCheck {
  /** `value` is what the client parses: fields without a value are gone. */
  function schemaFault(schema: object, value: unknown): string | undefined {
    const validate = validatorOf(schema)
    if (validate(value)) return undefined
    const [error] = validate.errors ?? []
    const extra: unknown = error?.params['additionalProperty']
    return (
      `data${error?.instancePath ?? ''} ` +
      `${error?.message ?? ''}${typeof extra === 'string' ? ` (${extra})` : ''}`
    )
  }

  return {
    answerFault(endpoint, answer) {
      const fault = faultOf(endpoint, { answer, schemaFault })
      return fault === undefined ? undefined : `${endpoint.method} ${endpoint.path}: ${fault}`
    },
    refusalFault(endpoint, { status, envelope }) {
      const name = `${endpoint.method} ${endpoint.path}`
      const code = [...commonErrors(endpoint), ...endpoint.errors].find(
        (one) => one === envelope.code,
      )
      if (code === undefined) return `${name}: the contract has no error ${envelope.code}`
      if (!hasStatus(code, status))
        return `${name}: the contract has no error ${code} with HTTP status ${status}`
      const fault = schemaFault(errorSpec(code).data, JSON.parse(JSON.stringify(envelope.data)))
      return fault === undefined ? undefined : `${name}: error ${code}: ${fault}`
    },
    messageFault(topic, message) {
      const fault = schemaFault(topic.message, message)
      return fault === undefined ? undefined : `${topic.socket} ${topic.name}: ${fault}`
    },
  }
}

function faultOf(
  endpoint: Endpoint,
  {
    answer,
    schemaFault,
  }: {
    readonly answer: unknown
    readonly schemaFault: (schema: object, value: unknown) => string | undefined
  },
): string | undefined {
  const { response } = endpoint
  const successCode: string = endpoint.successCode ?? SUCCESS_CODE
  if (isRaw(response)) {
    if (!(answer instanceof RawAnswer)) return 'the contract has no envelope'
    if (answer.status !== 200 || response.schema === undefined) return undefined
    return schemaFault(response.schema, JSON.parse(answer.body.toString()))
  }
  if (answer instanceof RawAnswer) {
    // An envelope that was kept as text.
    const { data } = JSON.parse(answer.body.toString()) as { readonly data?: unknown }
    return schemaFault(response, data)
  }
  const [code, data] =
    answer instanceof CodedAnswer ? [answer.code, answer.data] : [SUCCESS_CODE, answer]
  if (code !== successCode) return `the contract has the code ${successCode}, not ${code}`
  return schemaFault(response, JSON.parse(JSON.stringify(data ?? null)))
}

/**
 * The schema with every object closed: a field that the contract does not name is a fault of the
 * gateway, though clients have to ignore it.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]: [string, unknown]) => [
      key,
      key === 'properties' ? closedProperties(value as object) : closed(value),
    ]),
  )
  const isOpen = 'properties' in copy && !('additionalProperties' in copy)
  return isOpen ? { ...copy, additionalProperties: false } : copy
}

/** The names in it are of fields, not of keywords. */
function closedProperties(properties: object): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]: [string, unknown]) => [name, closed(schema)]),
  )
}
