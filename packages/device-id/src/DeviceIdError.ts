export type DeviceIdErrorCode = 'missing-token' | 'sdk-load'

/**
 * `missing-token`: a request needs one and `require` is set; `sdk-load`: the script of the device
 * service did not load.
 */
export class DeviceIdError extends Error {
  override readonly name = 'DeviceIdError'
  readonly code: DeviceIdErrorCode
  /** `path` without query, or the `script` that failed. */
  readonly detail: { readonly path?: string; readonly script?: string }

  constructor(
    code: DeviceIdErrorCode,
    { cause, detail = {} }: { cause?: unknown; detail?: DeviceIdError['detail'] } = {},
  ) {
    super(`No device token: ${code}.`, { cause })
    this.code = code
    this.detail = detail
  }
}

/** By name and code, so that it holds across two copies of the package. */
export function isDeviceIdError(error: unknown, code?: DeviceIdErrorCode): error is DeviceIdError {
  return (
    error instanceof Error &&
    error.name === 'DeviceIdError' &&
    (code === undefined || (error as DeviceIdError).code === code)
  )
}
