import type { DialectCall } from './dialectRoute.ts'
import { DialectError } from './errors.ts'
import { createParams } from './params.ts'

/**
 * One part of a call that has several: with parameters of its own, which the key's symbols count
 * for as well. @throws DialectError -2015
 */
export function callWith(call: DialectCall, values: ReadonlyMap<string, string>): DialectCall {
  const { symbols } = call.caller().key
  if (symbols.size > 0 && !symbols.has(values.get('symbol') ?? ''))
    throw new DialectError('REJECTED_KEY')
  return { ...call, params: createParams(values) }
}
