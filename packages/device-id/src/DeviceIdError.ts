/** Codes of `DeviceIdError`. */
export type DeviceIdErrorCode = 'missing-token' | 'sdk-load'

/**
 * The error class of this package. `missing-token`: a request needs a token and `require` is set.
 * `sdk-load`: the device service's script did not load.
 */
export class DeviceIdError extends Error {
  override readonly name = 'DeviceIdError'
  readonly code: DeviceIdErrorCode
  /** `path` without query, or the path of the failed `script`. */
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

/**
 * Whether `error` is a `DeviceIdError`, of the given code if one is passed. Compares name and code,
 * not the class, because a page may contain two copies of the package.
 */
export function isDeviceIdError(error: unknown, code?: DeviceIdErrorCode): error is DeviceIdError {
  return (
    error instanceof Error &&
    error.name === 'DeviceIdError' &&
    (code === undefined || (error as DeviceIdError).code === code)
  )
}
