import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'お知らせ',
  timeout: 'リクエストがタイムアウトしました',
  expired: 'ログインの有効期限が切れました。もう一度ログインしてください',
  loginRequired: 'ご利用にはログインが必要です',
  systemBusy: 'システムが混み合っています',
  notFound: 'リクエストエラー',
  forbidden: 'リクエストは許可されていません',
}
