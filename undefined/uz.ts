// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'Xavfsizlik tekshiruvi',
  hint: 'Boʻlakni boʻsh joyga suring',
  slider: 'Boʻlakning oʻrni',
  position: (a) => '' + a.x + ' / ' + a.range,
  confirm: 'Tasdiqlash',
  another: 'Boshqa rasm',
  close: 'Yopish',
  picture: 'Jumboq boʻlagi shaklida boʻsh joyi bor rasm',
  work: 'Jumboqsiz tasdiqlash',
  workHelp: 'Buning oʻrniga qurilmangiz hisob-kitob bajaradi. Bu bir necha soniya oladi.',
  working: (a) => 'Hisoblanmoqda, ' + a.percent + '%',
  checking: 'Tekshirilmoqda',
  onlyWork: 'Jumboqqa urinishlar juda koʻp boʻldi. Jumboqsiz tasdiqlang.',
  renewed: 'Boʻlak mos kelmadi. Mana boshqa rasm.',
  solved: 'Tasdiqlandi',
  tooMany: 'Urinishlar juda koʻp, biroz kuting',
  unavailable: 'Tekshiruvga ulanib boʻlmadi, qayta urining',
}

export default messages
