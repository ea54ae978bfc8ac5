// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: '安全驗證',
  hint: '拖曳滑桿，將拼圖移入缺口',
  slider: '拼圖位置',
  position: (a) => '' + a.x + ' / ' + a.range,
  confirm: '確認',
  another: '換一張',
  close: '關閉',
  picture: '帶有拼圖形狀缺口的圖片',
  work: '不用拼圖進行驗證',
  workHelp: '改由您的裝置完成一次運算，只需幾秒鐘。',
  working: (a) => '運算中 ' + a.percent + '%',
  checking: '驗證中',
  onlyWork: '拼圖嘗試次數過多，請改用免拼圖的方式驗證。',
  renewed: '位置不符，已更換圖片。',
  solved: '驗證成功',
  tooMany: '嘗試次數過多，請稍候',
  unavailable: '無法連上驗證服務，請再試一次',
}

export default messages
