// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'Проверка безопасности',
  hint: 'Переместите фрагмент в вырез',
  slider: 'Положение фрагмента',
  position: (a) => '' + a.x + ' из ' + a.range,
  confirm: 'Подтвердить',
  another: 'Другая картинка',
  close: 'Закрыть',
  picture: 'Картинка с вырезом в форме фрагмента пазла',
  work: 'Пройти без пазла',
  workHelp: 'Вместо этого ваше устройство выполнит вычисление. Это займёт несколько секунд.',
  working: (a) => 'Вычисление, ' + a.percent + '\u00a0%',
  checking: 'Проверка',
  onlyWork: 'Слишком много попыток с пазлом. Пройдите проверку без него.',
  renewed: 'Не совпало. Вот другая картинка.',
  solved: 'Проверено',
  tooMany: 'Слишком много попыток, подождите немного',
  unavailable: 'Нет связи с сервисом проверки, попробуйте ещё раз',
}

export default messages
