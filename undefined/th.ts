// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'การตรวจสอบความปลอดภัย',
  hint: 'เลื่อนชิ้นส่วนให้ลงช่องว่าง',
  slider: 'ตำแหน่งของชิ้นส่วน',
  position: (a) => '' + a.x + ' จาก ' + a.range,
  confirm: 'ยืนยัน',
  another: 'เปลี่ยนรูป',
  close: 'ปิด',
  picture: 'รูปภาพที่มีช่องว่างรูปชิ้นจิ๊กซอว์',
  work: 'ยืนยันโดยไม่ใช้จิ๊กซอว์',
  workHelp: 'อุปกรณ์ของคุณจะประมวลผลการคำนวณแทน ใช้เวลาไม่กี่วินาที',
  working: (a) => 'กำลังคำนวณ ' + a.percent + '%',
  checking: 'กำลังตรวจสอบ',
  onlyWork: 'ลองจิ๊กซอว์หลายครั้งเกินไป โปรดยืนยันโดยไม่ใช้จิ๊กซอว์',
  renewed: 'ชิ้นส่วนไม่ตรงช่อง นี่คือรูปใหม่',
  solved: 'ยืนยันแล้ว',
  tooMany: 'พยายามหลายครั้งเกินไป โปรดรอสักครู่',
  unavailable: 'เชื่อมต่อบริการตรวจสอบไม่ได้ โปรดลองอีกครั้ง',
}

export default messages
