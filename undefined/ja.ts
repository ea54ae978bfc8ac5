// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'セキュリティ認証',
  hint: 'ピースをすき間までスライドしてください',
  slider: 'ピースの位置',
  position: (a) => '' + a.range + 'のうち' + a.x,
  confirm: '確定',
  another: '別の画像',
  close: '閉じる',
  picture: 'パズルのピースの形にすき間が空いた画像',
  work: 'パズルを使わずに認証',
  workHelp: '代わりにお使いの端末が計算を行います。数秒かかります。',
  working: (a) => '計算中、' + a.percent + '%',
  checking: '確認中',
  onlyWork: 'パズルの試行回数が多すぎます。パズルを使わずに認証してください。',
  renewed: '位置が合いませんでした。別の画像でお試しください。',
  solved: '認証済み',
  tooMany: '試行回数が多すぎます。しばらくお待ちください',
  unavailable: '認証サーバーに接続できませんでした。もう一度お試しください',
}

export default messages
