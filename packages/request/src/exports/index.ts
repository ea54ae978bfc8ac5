export {
  createRequestClient,
  type RequestClient,
  type RequestClientOptions,
} from '../createRequestClient.ts'
export { restMiddlewares, type RestOptions } from '../restMiddlewares.ts'
export { readBody, type ReadEnvelope } from '../readBody.ts'
export { readEnvelope, type Envelope } from '../wire.ts'
export { standardMiddlewares, type Pipeline, type StandardOptions } from '../standardMiddlewares.ts'
export {
  createServerClock,
  type ServerClock,
  type ServerClockSample,
} from '../createServerClock.ts'
export {
  createBaseQuery,
  type QueryArguments,
  type QueryClient,
  type QueryError,
  type QueryResult,
} from '../createBaseQuery.ts'
export { canonicalPath } from '../canonicalPath.ts'
export {
  isRequestError,
  RequestError,
  type RequestErrorDetail,
  type RequestErrorKind,
} from '../RequestError.ts'
export { createRequestTexts, type RequestTextsStore } from '../texts/createRequestTexts.ts'
export { englishTexts, type RequestTexts } from '../texts/en.ts'
export { loadRequestTexts, localesWithOwnTexts } from '../texts/loadRequestTexts.ts'
export {
  logical,
  wire,
  type LogicalMiddleware,
  type LogicalNext,
  type WireMiddleware,
  type WireNext,
} from '../middleware.ts'
export type {
  DataPromise,
  DataResponse,
  ResponseType,
  DedupeMode,
  Encoding,
  LogicalRequest,
  LogicalResponse,
  Method,
  SessionExpiredMode,
  RequestInput,
  RequestOptions,
  Stamp,
  Transport,
  UploadProgress,
  WireRequest,
  WireResponse,
} from '../request.ts'
export type { DeviceTokenPort, EncryptionPort, GatewaySignPort, SigningPort } from '../ports.ts'
export type { Logout, Presentation, Presenter, SignErrorReport, Toast } from '../presenter.ts'
export { afterLogin } from '../logical-middlewares/afterLogin.ts'
export { commonHeaders, type CommonHeadersOptions } from '../logical-middlewares/commonHeaders.ts'
export {
  commonParameters,
  type CommonParametersOptions,
} from '../logical-middlewares/commonParameters.ts'
export { dates } from '../logical-middlewares/dates.ts'
export { dedupe, type DedupeOptions } from '../logical-middlewares/dedupe.ts'
export { deviceToken } from '../logical-middlewares/deviceToken.ts'
export { encryption } from '../logical-middlewares/encryption.ts'
export { envelope } from '../logical-middlewares/envelope.ts'
export { httpErrors, type HttpErrorsOptions } from '../logical-middlewares/httpErrors.ts'
export { loginLock, type LoginLockOptions } from '../logical-middlewares/loginLock.ts'
export { parse } from '../logical-middlewares/parse.ts'
export { prefix } from '../logical-middlewares/prefix.ts'
export { presentErrors, type PresentErrorsOptions } from '../logical-middlewares/presentErrors.ts'
export { isTransient, retry, type RetryOptions } from '../logical-middlewares/retry.ts'
export {
  requestHeaders,
  type RequestHeadersOptions,
} from '../logical-middlewares/requestHeaders.ts'
export type { ResponseOptions } from '../logical-middlewares/responseMiddleware.ts'
export {
  sessionExpiry,
  type SessionCheck,
  type SessionExpiryOptions,
} from '../logical-middlewares/sessionExpiry.ts'
export { signVerdict, type SignVerdictOptions } from '../logical-middlewares/signVerdict.ts'
export { softCodes, type SoftCodesOptions } from '../logical-middlewares/softCodes.ts'
export { trim } from '../logical-middlewares/trim.ts'
export type { ParameterOptions } from '../logical-middlewares/mapParameters.ts'
export { clockSample } from '../wire-middlewares/clockSample.ts'
export { sign } from '../wire-middlewares/sign.ts'
