import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: '提示',
  timeout: '請求逾時！',
  expired: '登入已過期，請重新登入',
  loginRequired: '請登入後再瀏覽',
  systemBusy: '系統忙碌中',
  notFound: '請求錯誤',
  forbidden: '請求遭到拒絕',
}
