/**
 * The user id in the response of a successful log-in: `data.userInfo.userId` or
 * `data.accessTokenResVO.userInfo.userId` (spec section 3).
 */
export function userIdOf(data: unknown): string | undefined {
  const userId =
    field(field(data, 'userInfo'), 'userId') ??
    field(field(field(data, 'accessTokenResVO'), 'userInfo'), 'userId')
  if (typeof userId === 'number' && Number.isSafeInteger(userId)) return String(userId)
  return typeof userId === 'string' && userId !== '' ? userId : undefined
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}
