import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Повідомлення',
  timeout: 'Час очікування запиту вичерпано!',
  expired: 'Термін дії входу закінчився, увійдіть знову',
  loginvalid: 'Увійдіть, щоб відкрити цю сторінку',
  unknow: 'Система зайнята',
  notfound: 'Помилка запиту',
  forbidden: 'Запит заборонено',
}
