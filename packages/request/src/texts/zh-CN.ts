import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: '提示',
  timeout: '请求超时！',
  expired: '登录已过期，请重新登录',
  loginRequired: '请登录后访问',
  systemBusy: '系统繁忙',
  notFound: '请求错误',
  forbidden: '请求被禁止',
}
