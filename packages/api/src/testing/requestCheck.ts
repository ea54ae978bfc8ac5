import { TypeCompiler } from '@sinclair/typebox/compiler'
import { listEndpoints } from '../contract.ts'

const checks = new Map<string, (value: unknown) => boolean>()

/**
 * Whether the request schema of an endpoint, such as `POST /v1/asset/send`, accepts a value.
 * @throws RangeError for an endpoint that there is not, or that takes no parameters
 */
export function acceptsRequest(name: string, value: unknown): boolean {
  const known = checks.get(name)
  if (known) return known(value)
  const found = listEndpoints().find(
    ({ endpoint: { method, path } }) => `${method} ${path}` === name,
  )
  if (!found?.endpoint.request) throw new RangeError(`${name} takes no parameters.`)
  const compiled = TypeCompiler.Compile(found.endpoint.request)
  const check = (each: unknown) => compiled.Check(each)
  checks.set(name, check)
  return check(value)
}

/** What a row of a table changes in a request; `undefined` leaves the field out. */
export type Changes = Readonly<Record<string, unknown>>

/** A request with changes; fields that are `undefined` are left out. */
export function changed(request: Changes, changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries({ ...request, ...changes }).filter(([, value]) => value !== undefined),
  )
}
