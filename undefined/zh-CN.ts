// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: '安全验证',
  hint: '拖动滑块，使拼图吻合缺口',
  slider: '拼图位置',
  position: (a) => '' + a.x + ' / ' + a.range,
  confirm: '确认',
  another: '换一张',
  close: '关闭',
  picture: '带有拼图缺口的图片',
  work: '不使用拼图验证',
  workHelp: '由您的设备完成一次计算，仅需几秒钟。',
  working: (a) => '正在计算 ' + a.percent + '%',
  checking: '正在验证',
  onlyWork: '拼图尝试次数过多，请不使用拼图完成验证',
  renewed: '验证未通过，已更换图片',
  solved: '验证成功',
  tooMany: '尝试次数过多，请稍后再试',
  unavailable: '无法连接验证服务，请重试',
}

export default messages
