import { parseDecimal, sign } from '@x/decimal'
import { CALLBACK_RATES, type OrderField } from '@x/trading'
import type { OrderInput } from './orderInput.ts'

/**
 * What is wrong with a field of an order, in a sentence that names it: it is missing, out of range,
 * or does not belong to orders of this type.
 */
export function parameterFault(input: OrderInput, field: OrderField): string {
  const { orderType } = input
  if (field === 'sizeUnit') return 'sizeUnit quote is for market orders and for buys at the market'
  if (field === 'timeInForce')
    return `timeInForce ${input.timeInForce} does not go with ${orderType} orders`
  const value = input[field]
  if (value === undefined) return `${field} is missing, ${orderType} orders need it`
  const amount = parseDecimal(value)
  if (amount === null || sign(amount) <= 0) return `${field} must be above zero`
  const { least, most, step } = CALLBACK_RATES
  if (field === 'callbackRate' && orderType === 'trailing')
    return `callbackRate must be from ${least} to ${most} in steps of ${step}`
  const isExit = field.startsWith('takeProfit') || field.startsWith('stopLoss')
  const condition = isExit ? ' without its trigger price' : ''
  return `${field} does not belong to ${orderType} orders${condition}`
}
