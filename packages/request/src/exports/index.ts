export {
  createRequestClient,
  type RequestClient,
  type RequestClientOptions,
} from '../createRequestClient.ts'
export { standardMiddlewares, type Pipeline, type StandardOptions } from '../standardMiddlewares.ts'
export {
  createServerClock,
  type ServerClock,
  type ServerClockSample,
} from '../createServerClock.ts'
export {
  createBaseQuery,
  type QueryArguments,
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
  Answer,
  DedupeMode,
  Encoding,
  LogicalRequest,
  LogicalResponse,
  Method,
  ParkMode,
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
export { afterLogin } from '../logical-plane/afterLogin.ts'
export { commonHeaders, type CommonHeadersOptions } from '../logical-plane/commonHeaders.ts'
export {
  commonParameters,
  type CommonParametersOptions,
} from '../logical-plane/commonParameters.ts'
export { dates } from '../logical-plane/dates.ts'
export { dedupe, type DedupeOptions } from '../logical-plane/dedupe.ts'
export { deviceToken } from '../logical-plane/deviceToken.ts'
export { encryption } from '../logical-plane/encryption.ts'
export { envelope } from '../logical-plane/envelope.ts'
export { httpTexts } from '../logical-plane/httpTexts.ts'
export { loginTurn, type LoginTurnOptions } from '../logical-plane/loginTurn.ts'
export { parse } from '../logical-plane/parse.ts'
export { prefix } from '../logical-plane/prefix.ts'
export { present, type PresentOptions } from '../logical-plane/present.ts'
export { isTransient, retry, type RetryOptions } from '../logical-plane/retry.ts'
export { sessionExpiry } from '../logical-plane/sessionExpiry.ts'
export { signVerdict, type SignVerdictOptions } from '../logical-plane/signVerdict.ts'
export { softCodes, type SoftCodesOptions } from '../logical-plane/softCodes.ts'
export { trim } from '../logical-plane/trim.ts'
export type { ParameterOptions } from '../logical-plane/mapParameters.ts'
export { clockSample } from '../wire-plane/clockSample.ts'
export { sign } from '../wire-plane/sign.ts'
