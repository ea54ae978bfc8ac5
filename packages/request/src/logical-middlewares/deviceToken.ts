import { logical, type LogicalMiddleware } from '../middleware.ts'
import type { DeviceTokenPort } from '../ports.ts'
import { DEVICE_TOKEN } from '../wire.ts'

/** Adds the device token for endpoints that require one. */
export function deviceToken({ tokens }: { readonly tokens: DeviceTokenPort }): LogicalMiddleware {
  return logical('device-token', async (request, next) => {
    if (request.options.bare) return next(request)
    const token = await tokens.tokenFor(request.path)
    return next(
      token === undefined
        ? request
        : { ...request, headers: { ...request.headers, [DEVICE_TOKEN]: token } },
    )
  })
}
