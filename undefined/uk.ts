// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'Перевірка безпеки',
  hint: 'Перемістіть фрагмент у виріз',
  slider: 'Положення фрагмента',
  position: (a) => '' + a.x + ' із ' + a.range,
  confirm: 'Підтвердити',
  another: 'Інше зображення',
  close: 'Закрити',
  picture: 'Зображення з вирізом у формі фрагмента пазла',
  work: 'Пройти без пазла',
  workHelp: 'Натомість ваш пристрій виконає обчислення. Це триватиме кілька секунд.',
  working: (a) => 'Обчислення, ' + a.percent + '\u00a0%',
  checking: 'Перевірка',
  onlyWork: 'Забагато спроб із пазлом. Пройдіть перевірку без нього.',
  renewed: 'Не збіглося. Ось інше зображення.',
  solved: 'Перевірено',
  tooMany: 'Забагато спроб, зачекайте трохи',
  unavailable: 'Немає зв’язку зі службою перевірки, спробуйте ще раз',
}

export default messages
