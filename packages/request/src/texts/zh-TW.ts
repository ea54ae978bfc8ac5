import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: '提示',
  timeout: '請求逾時！',
  expired: '登入已過期，請重新登入',
  loginvalid: '請登入後再瀏覽',
  unknow: '系統忙碌中',
  notfound: '請求錯誤',
  forbidden: '請求遭到拒絕',
}
