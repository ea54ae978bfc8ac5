// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'Проверка за сигурност',
  hint: 'Плъзнете парчето в празнината',
  slider: 'Положение на парчето',
  position: (a) => '' + a.x + ' от ' + a.range,
  confirm: 'Потвърди',
  another: 'Друга картинка',
  close: 'Затвори',
  picture: 'Картинка с празнина във формата на парче от пъзел',
  work: 'Проверка без пъзел',
  workHelp: 'Вместо това устройството ви ще извърши изчисление. Отнема няколко секунди.',
  working: (a) => 'Изчисляване, ' + a.percent + '%',
  checking: 'Проверява се',
  onlyWork: 'Твърде много опити с пъзела. Преминете проверката без него.',
  renewed: 'Не съвпадна. Ето друга картинка.',
  solved: 'Проверено',
  tooMany: 'Твърде много опити, изчакайте малко',
  unavailable: 'Няма връзка с услугата за проверка, опитайте отново',
}

export default messages
