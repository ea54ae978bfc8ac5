import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'お知らせ',
  timeout: 'リクエストがタイムアウトしました',
  expired: 'ログインの有効期限が切れました。もう一度ログインしてください',
  loginvalid: 'ご利用にはログインが必要です',
  unknow: 'システムが混み合っています',
  notfound: 'リクエストエラー',
  forbidden: 'リクエストは許可されていません',
}
