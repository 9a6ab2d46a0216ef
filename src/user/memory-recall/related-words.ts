import { segment } from '../../text/segment.js'

/**
 * The subjects that any of these tokens is a word of, each as the tokens of its words: who asks for a hotel "for my
 * parents" should hear of the mother's knee. Of a Han word of three characters or more, the tokens are its pairs.
 */
export function relatedWords(tokens: Iterable<string>): readonly (readonly (readonly string[])[])[] {
  known ??= read()
  const { subjects, ofToken } = known
  const numbers = new Set([...tokens].flatMap((token) => ofToken.get(token) ?? []))
  return [...numbers].map((number) => subjects[number]!)
}

interface Known {
  readonly subjects: readonly (readonly (readonly string[])[])[]
  readonly ofToken: ReadonlyMap<string, readonly number[]>
}

let known: Known | undefined

function read(): Known {
  const subjects = LINES.trim()
    .split('\n')
    .map((line) => line.split(' ').map(tokensOf))
  const ofToken = new Map<string, number[]>()
  for (const [subject, words] of subjects.entries()) {
    for (const token of new Set(words.flat())) ofToken.set(token, [...(ofToken.get(token) ?? []), subject])
  }
  return { subjects, ofToken }
}

/** Of a Han word its pairs, or the one character that it is. */
function tokensOf(word: string): readonly string[] {
  const { words, parts } = segment(word)
  if (words.length > 0) return words
  const pairs = parts.filter((part) => part.length > 1)
  return pairs.length > 0 ? pairs : parts
}

/**
 * Words of everyday and of work that are of the same subject, in English and Chinese, one subject a line. General
 * knowledge, made by hand: a word of the same subject hints, and never weighs what the word itself weighs.
 */
const LINES = `
parent mother father mum mom mommy dad daddy folks 父母 爸妈 爸爸 妈妈 母亲 父亲 爸 妈 双亲 老两口 二老
child kid daughter son toddler baby boy girl preschooler 孩子 女儿 儿子 小孩 宝宝 娃
partner husband wife spouse boyfriend girlfriend fiance 丈夫 妻子 老公 老婆 先生 太太 爱人 伴侣 对象
sibling brother sister twin 兄弟 姐妹 哥哥 弟弟 姐姐 妹妹
grandparent grandmother grandfather grandma grandpa granny 爷爷 奶奶 外公 外婆 姥姥 姥爷 祖父 祖母
relative cousin aunt uncle niece nephew family relatives kin genealogy ancestor 亲戚 表妹 表弟 表姐 表哥 堂哥 堂弟 堂姐 堂妹 姑姑 姑妈 舅舅 叔叔 阿姨 家人 家谱 族谱 长辈
friend buddy mate pal 朋友 好友
boss manager supervisor lead owner head director superior 老板 经理 上司 领导 主管 总监
colleague coworker teammate team staff employee 同事 团队 队友 员工 组员
intern trainee student junior apprentice mentee 实习生 实习 学生 学员 徒弟
teacher tutor professor instructor school class pupil 老师 教师 教授 导师 学校 班级 班主任
customer client buyer account 客户 顾客 甲方
supplier vendor contractor 供应商 承包商 乙方 厂家
neighbour neighbor neighbourhood 邻居 街坊
doctor physician gp hospital clinic pharmacist pharmacy medical health patient 医生 医院 诊所 药店 药房 看病 健康 体检 门诊
medicine medication drug pill tablet dose prescription ibuprofen paracetamol aspirin antibiotic penicillin amoxicillin 药 吃药 药品 药物 处方 抗生素 布洛芬
allergy allergic intolerance intolerant anaphylaxis 过敏 不耐受
nut nuts hazelnut almond peanut walnut cashew granola muesli praline nougat 坚果 榛子 花生 杏仁 核桃
milk dairy lactose cheese yogurt yoghurt cream butter dessert 牛奶 奶粉 乳糖 奶酪 酸奶 奶制品 冰淇淋
gluten wheat bread flour pasta celiac 面粉 小麦 面包 麸质
meat vegetarian vegan fish seafood chicken beef pork duck lamb trout salmon tofu 肉 素食 吃素 鱼 海鲜 鸡肉 牛肉 猪肉 豆腐
spicy chili chilli pepper hot mild hotpot sichuan 辣 辣椒 花椒 麻辣 微辣 火锅 川菜 麻婆
coffee espresso tea caffeine latte cappuccino decaf brew 咖啡 茶 奶茶 喝茶 咖啡因 龙井 普洱
alcohol wine beer drink bar whisky cocktail 酒 喝酒 红酒 啤酒 白酒
food eat meal lunch dinner breakfast supper snack restaurant menu order dish cuisine canteen 吃 饭 午饭 晚饭 早饭 早餐 午餐 晚餐 餐厅 饭店 菜 点菜 点单 外卖 零食 食物
cook recipe bake kitchen oven stove hob ingredient cooking 做饭 做菜 菜谱 食谱 厨房 烤箱 烹饪 做法
diet weight calories nutrition slim 减肥 体重 饮食 热量 营养
sleep nap insomnia bed bedtime tired night rest 睡 睡觉 睡眠 失眠 午睡 晚安
morning early sunrise dawn 早上 早晨 清晨 早起
evening late afternoon 晚上 傍晚 下午
headache migraine dizzy pain ache nausea sick ill fever symptom 头痛 头疼 偏头痛 头晕 疼 痛 恶心 生病 发烧 症状
blood pressure hypertension heart cardiac cholesterol diabetes pulse 血压 高血压 心脏 血糖 糖尿病 心率
knee leg joint squat meniscus arthritis stairs lift elevator hip ankle jump 膝盖 腿 关节 半月板 关节炎 楼梯 电梯 爬楼 深蹲
back spine posture chair ergonomic desk standing 腰 背 颈椎 坐姿 椅子
eye glasses vision sight contact lens myopia 眼睛 眼镜 近视 视力
colour color colourblind blind red green palette hue tint shade accent theme 颜色 色盲 色弱 配色 红绿 色彩 调色
hear hearing ear deaf audio sound noise loud 听力 耳朵 声音 噪音 吵
tooth teeth dentist dental 牙 牙医 牙齿
physiotherapy physiotherapist rehab exercise workout stretch gym fitness training yoga strength 康复 锻炼 健身 运动 训练 拉伸 瑜伽
run running jog marathon race pace interval 跑步 马拉松 半马 长跑 比赛 配速
swim swimming pool lesson 游泳 泳池
bike bicycle cycling cycle ride tyre saddle commute frame 自行车 骑车 骑行 单车 通勤
badminton tennis football soccer basketball sport match racket singles doubles 羽毛球 网球 足球 篮球 球 单打 双打 球拍
hike hiking mountain trail walk climb 爬山 徒步 登山 散步 走路
ski snow winter ice skating lapland finland 滑雪 雪 冬天 芬兰 冰
bird birding birds birdwatching owl species ornithology seabird warbler kingfisher 鸟 观鸟 看鸟 拍鸟 鸟类 猫头鹰 翠鸟
garden gardening plant vegetable allotment seed soil grow potato harvest crop sow 花园 种菜 菜园 种子 土豆 植物 园艺 浇水
pet dog cat puppy kitten vet 宠物 狗 猫 兽医
photo photograph camera lens picture image photography raw 照片 相机 镜头 摄影 拍照 图片 原图 修图
music song guitar piano violin choir sing band concert instrument practice 音乐 歌 钢琴 吉他 唱歌 古筝 乐器
movie film series cinema watch tv show documentary 电影 电视剧 剧 纪录片
book novel read reading author literature ereader epub library nonfiction 书 读书 小说 书单 阅读 豆瓣 作者
podcast episode broadcast interview recording host 播客 节目 录音 采访 录节目
game chess puzzle play boardgame 游戏 下棋 围棋 桌游 谜语
story tale bedtime fairy 故事 童话 讲故事
calligraphy brush painting drawing art handwriting ink 书法 毛笔 画画 写字 字帖
gift present birthday surprise anniversary 礼物 送礼 生日 红包 惊喜
holiday christmas easter festival celebration newyear 节日 春节 过年 圣诞 中秋 放假 假期
religion church buddhist muslim faith 宗教 信教 教堂 佛教
wedding marriage 婚礼 结婚
travel trip journey tour vacation itinerary holiday visit packing pack luggage sightseeing 旅行 旅游 行程 出差 度假 行李 游玩 景点
train rail eurostar station coach seat carriage 火车 高铁 座位 车票 地铁
flight fly plane airport airline aisle window 飞机 航班 机票 机场
hotel room accommodation lodging airbnb hostel stay 酒店 宾馆 住宿 房间 民宿
car drive driving licence rental rent carsharing road 车 开车 驾照 租车 自驾
boat ship vessel ferry sail seasick port harbour harbor mooring berth ais 船 坐船 晕船 船舶 港口 到港 靠泊
visa passport embassy consulate immigration residence permit document idcard schengen 签证 护照 使馆 领事馆 居留 证件 申根
insurance policy claim cover 保险 理赔 投保
tax vat income deduction fiscal 税 报税 增值税 个税
price cost quote quotation expensive cheap euro budget bill money spend worth 价格 报价 多少钱 费用 预算 贵 花费 欧元 账单
invest investment shares stock fund etf index crypto saving pension mortgage bank 投资 股票 基金 理财 存款 养老金 房贷 银行
invoice receipt expense reimburse reimbursement declare claim costs 发票 报销 收据
salary pay wage raise compensation bonus 工资 薪水 奖金
house home flat apartment rent landlord move renovation renovate extend shed 房子 家 公寓 租房 房东 搬家 装修 翻新
repair fix broken plumber electrician heating boiler leak 维修 修理 坏了 水管 暖气
electricity energy solar power meter 电 电费 太阳能 能源
municipality townhall authority government official permit council 市政厅 政府 手续 许可
shop shopping buy purchase store order parcel package delivery ship courier deliver post 买 购物 网购 下单 快递 包裹 寄 收货 京东 淘宝 送货
address postcode street location place 地址 邮编 街道
clothes shoes jacket size wear fashion shirt 衣服 鞋 外套 尺码 穿
hair beauty cosmetic skin 头发 皮肤 化妆
letter mail email message reply write correspondence note 信 邮件 写信 回信 回复 消息 发邮件
greet salutation dear tone formal polite informal 称呼 语气 礼貌 正式 口语
meeting meet call appointment agenda minutes standup sync conference workshop 会议 开会 会 纪要 议程 约 通话
calendar schedule date day free week weekend slot book reserve plan 日历 日程 安排 周末 有空 预约 时间表
monday tuesday wednesday thursday friday saturday sunday weekday 周一 周二 周三 周四 周五 周六 周日 星期
timezone zone hours clock time utc daylight 时区 时差 几点 北京时间
deadline due overdue freeze release until date milestone 截止 期限 到期 上线 冻结
report weekly status update summary progress newsletter 周报 月报 报告 汇报 进展 总结
slide presentation deck talk speech speaking keynote powerpoint audience demo 幻灯片 演讲 演示 汇报 讲稿
document doc file filename folder rename scan pdf name naming 文件 文件名 文件夹 文档 扫描 命名
spreadsheet excel csv table sheet column 表格 电子表格 对照表
chart graph plot diagram visualise visualize dashboard figure pie axis 图表 图 看板 画图 可视化 柱状图
data dataset analysis analyse analyze explore query statistics metric 数据 分析 数据集 统计 指标 查询
statistics regression bayesian probability significance hypothesis pvalue frequentist correlation sample 统计 回归 概率 显著 贝叶斯 假设检验 样本
machinelearning ml model neural network training prediction deep learning transformer attention gradient forecast predict 机器学习 神经网络 深度学习 模型 预测 注意力 训练
math mathematics formula equation algebra theorem proof filter 数学 公式 方程 证明
explain teach understand learn explanation example concept introduce 解释 讲解 讲讲 讲 学习 理解 例子 教
translate translation translator interpret bilingual idiom 翻译 译成 英文 中文 双语 成语
chinese mandarin pinyin hanzi china character 中文 汉字 拼音 认字 普通话 国内 中国
english british american spelling grammar 英文 英语 语法 拼写
dutch netherlands holland amsterdam rotterdam utrecht 荷兰 荷兰语 荷兰文
german germany berlin munich 德国 德语 德文
french france paris lyon 法国 法语 巴黎
punctuation comma quote typography fullwidth whitespace 标点 引号 逗号 空格
blog article essay post draft publish column subscribers 文章 公众号 博客 草稿 发表 推文 写作
course homework exam exercise thesis dissertation phd degree lecture study paper 课程 作业 考试 练习 论文 博士 硕士 开题 题目 学位
job career hiring hire vacancy candidate recruit interview applicant cv resume ad position 工作 招聘 面试 简历 职位 候选人 应聘
recommendation reference recommend endorsement 推荐信 推荐
contract agreement clause legal law lawyer terms nda licence 合同 协议 条款 法律 律师
privacy personal gdpr sensitive confidential anonymise secret redact upload paste 隐私 敏感 保密 脱敏 个人信息
password login credential secret key token auth 密码 登录 密钥 账号
test tests testing unit integration mock stub fixture coverage assertion 测试 单元测试 用例 模拟
code coding program programming function script implement module library 代码 编程 函数 程序 脚本 模块
comment docstring documentation annotate readme javadoc 注释 说明 文档
commit branch merge git pull pr push rebase repository repo squash develop 提交 分支 合并 仓库 代码仓库
review reviewer feedback remark approve nit blocker look 评审 审查 审 反馈 意见
refactor rework rewrite restructure cleanup tidy clean 重构 重写 整理
bug issue ticket defect tracker jira linear backlog triage feature 缺陷 问题单 工单 需求 错误
error exception fail failure crash swallow wrap handling 错误 报错 异常 失败 崩溃
log logging logs slog trace structured 日志
monitor alert alarm oncall pager runbook incident outage threshold metric grafana 监控 报警 告警 预警 阈值 故障 值班
deploy deployment release rollout canary roll ship production prod staging live launch 部署 发布 发版 上线 生产 回滚
flag toggle feature switch experiment 开关 特性
dependency dependencies package library install npm pip import upgrade 依赖 安装 包
database db sql postgres mysql query table schema migration column index replica primary slow 数据库 慢查询 表 迁移 生产库 索引
backup restore recover dump snapshot 备份 恢复 还原
cloud aws kubernetes terraform cluster node nodes infrastructure helm docker container spot 云 集群 容器 服务器 节点
server host ssh nas homeserver selfhosted 服务器 主机
network vpn wifi internet router mtu proxy connection dns 网络 上网 路由器 无线
api endpoint rest soap interface graphql http request 接口 端点
load performance latency benchmark stress throughput traffic slow fast speed 性能 压测 延迟 流量 负载
frontend react typescript javascript css html hook hooks component ui widget web browser 前端 网页 组件 界面 小程序
python pip uv ruff venv pyproject notebook jupyter pandas numpy 脚本
go golang goroutine generics iterator 语言
rust cargo java kotlin swift ruby php 编译
shell bash zsh fish terminal command prompt loop script 终端 命令行 命令
editor vscode vim helix emacs shortcut keybinding 编辑器 快捷键
linux fedora ubuntu windows macos operating system 系统 操作系统
laptop computer notebook thinkpad macbook pc 电脑 笔记本 笔记本电脑
phone smartphone android iphone pixel mobile app 手机 应用 安卓 苹果
printer print scanner 打印 打印机
keyboard layout mouse monitor screen display 键盘 鼠标 屏幕 显示器
design tokens figma penpot spacing font style mockup layout 设计 字体 样式 排版
copy wording microcopy text message error toast label 文案 提示 措辞
architecture decision adr record rationale why 架构 决策 决定
delete remove drop purge erase destructive 删除 清理 移除 删掉
permission access role right authorise approve sign 权限 批准 授权 签字
warehouse logistics shipment container haulier freight cargo customs tariff hs supply inventory stock 仓库 物流 货运 货 海关 关税 供应链 库存 货量
optimise optimisation solver heuristic scheduling routing 优化 求解 调度
water bill utility dike canal flood 水 水费 水利
map maps gps navigation position location geo tide 地图 定位 导航 位置 潮汐
weather rain temperature forecast climate 天气 下雨 温度
memoir memories biography autobiography oral 回忆录 口述 自传 往事
record recording transcript transcribe dictation audio 录音 转写 音频 听写
noise quiet silent calm 安静 噪音
anxiety stress nervous fear afraid shy 焦虑 紧张 害怕 压力
newspaper news article journalism 新闻 报纸
science physics chemistry biology astronomy 科学 物理 化学 生物
`
