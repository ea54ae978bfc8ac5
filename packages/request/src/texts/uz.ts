import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Eslatma',
  timeout: 'Soʻrov vaqti tugadi!',
  expired: 'Kirish muddati tugadi, qaytadan kiring',
  loginvalid: 'Koʻrish uchun tizimga kiring',
  unknow: 'Tizim band',
  notfound: 'Soʻrovda xatolik',
  forbidden: 'Soʻrov taqiqlangan',
}
