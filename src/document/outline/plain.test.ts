import { describe, expect, it } from 'vitest'
import { plainOf, spanInMarkdown } from './plain.js'

const text = (markdown: string) => plainOf(markdown).text

describe('the text of a paragraph', () => {
  it.each([
    ['quoted **phr**ase', 'quoted phrase'],
    ['a [link text](https://example.org/a_(b)) here', 'a link text here'],
    ['[a](<x y> "title") [b](x \'t\') [c](x (t)) [d]()', 'a b c d'],
    ['an ![image of *it*](a.png "t")!', 'an image of it!'],
    ['[![badge](b.svg)](https://example.org) text', 'badge text'],
    ['***both*** *one* __two__ _three_ ~~gone~~ ~one~', 'both one two three gone one'],
    ['**bold *and* more** *a **b** c*', 'bold and more a b c'],
    ['snake_case and __init__ and 2 * 3 * 4', 'snake_case and init and 2 * 3 * 4'],
    ['`__init__` and ``a ` b`` and ` `` `', '__init__ and a ` b and ``'],
    ['not `closed, and ``neither', 'not `closed, and ``neither'],
    ['\\*not\\* \\[a\\](b) \\\\ \\d', '*not* [a](b) \\ \\d'],
    ['AT&amp;T &copy; &#20013;&#x6587; &unknownthing; a & b', 'AT&T © 中文 &unknownthing; a & b'],
    ['<https://example.org/x?a=b> and <ann@example.org>', 'https://example.org/x?a=b and ann@example.org'],
    ['<b>bo</b>ld <kbd class="a > b">Ctrl</kbd> a < b > c', 'bold Ctrl a < b > c'],
    ['one<br>two<br/>three', 'one two three'],
    ['<MyThing :a="b > c" @click="d" v-if=\'e\' #slot /> after', '  after'],
    ['a <!-- not *this* --> b', 'a  b'],
    ['[text][ref] [text][] [text] m[0][1]', 'text text [text] m[0][1]'],
    ['word[^1] and [^note]', 'word and '],
    ['[a [b](c) d](e)', '[a b d](e)'],
    ['hard  \nbreak\\\nand soft', 'hard  \nbreak\nand soft'],
    ['**across\nlines** and [link\ntext](url\n"title")', 'across\nlines and link\ntext'],
    ['a*b*c a_b_c **a*b', 'abc a_b_c **a*b'],
    ['*(**Emma**)* **[link](x)**', '(Emma) link'],
  ])('of %j is %j', (markdown, plain) => {
    expect(text(markdown)).toBe(plain)
  })

  it.each([
    ['这是**重点。**后面还有', '这是重点。后面还有'],
    ['**「引用」**是什么', '「引用」是什么'],
    ['中文*强调*文字，~~删除。~~好', '中文强调文字，删除。好'],
    ['点击[这里](https://example.org)查看', '点击这里查看'],
  ])('beside Chinese punctuation too: %j', (markdown, plain) => {
    expect(text(markdown)).toBe(plain)
  })
})

describe('the text of blocks', () => {
  it.each([
    ['# Title {#id}\n\ntext', 'Title\n\ntext'],
    ['\ufeff# Behind a mark {#id}', 'Behind a mark'],
    ['##  Closed *one* ## \nnext', 'Closed one\nnext'],
    ['#hashtag and #', '#hashtag and #'],
    ['Title {#id}\n=====\ntext\n---\n', 'Title\ntext\n'],
    ['a\n\n---\n\n***\nb', 'a\n\n\nb'],
    ['> a quoted **phr\n> ase** here\n> > deeper', 'a quoted phr\nase here\ndeeper'],
    ['- one\n* two\n+ three\n  more\n1. first\n2) second', 'one\ntwo\nthree\n  more\n1. first\n2) second'],
    ['- # heading\n- > quote\n- - nested', 'heading\nquote\nnested'],
    [
      '```js {1,2}\nconst a = "*b*" // `c`\n\n# no heading\n```\n*end*',
      'const a = "*b*" // `c`\n\n# no heading\nend',
    ],
    ['~~~\n```\n~~\n~~~~\n*end*', '```\n~~\nend'],
    ['> ```\n> *a*\n> ```\n> *b*', '*a*\nb'],
    ['> ```\n> *a*\n\n*b*', '*a*\n\nb'],
    ['```\nopen to the *end*', 'open to the *end*'],
    ['para\n\n    code *a*\n\npara *b*\n    lazy *c*', 'para\n\n    code *a*\n\npara b\n    lazy c'],
    ['- item\n\n    inside *a*\n\n        code *b*', 'item\n\n    inside a\n\n        code *b*'],
    ['| a *x* | b |\n|---|:-:|\n| c \\| d | `e` |', '| a x | b |\n| c | d | e |'],
    ['a | b\n--|--\n*c* | d', 'a | b\nc | d'],
    ['[ref]: https://example.org "title"\n[b]: <x y>\ntext [a][ref]\n', 'text a\n'],
    ['a[^1]\n\n[^1]: a footnote', 'a\n\n a footnote'],
    ['<!-- a\n\n# b -->\n\nc', '\n\nc'],
    ['<script setup>\nconst a = 1\n\n</script>\n\n<style>\nb {}\n</style>\nc', '\n\n\nc'],
    ['<div class="x">\n\n*a*\n\n</div>', ' \n\na\n\n '],
    ['::: tip\n**a**\n:::', '::: tip\na\n:::'],
    ['*a\n\nb* *c\n# d*', '*a\n\nb* *c\nd*'],
  ])('of %j is %j', (markdown, plain) => {
    expect(text(markdown)).toBe(plain)
  })

  it('keeps the breaks of lines as they are', () => {
    expect(text('# a\r\n\r\n*b*\rc\r\n```\r\nd\r\n```\r\n')).toBe('a\r\n\r\nb\rc\r\nd\r\n')
  })
})

describe('places', () => {
  it('lead from a phrase back into the Markdown', () => {
    const markdown = '# T\n\n> a **quo\n> ted** [phr](x)ase &amp; more'
    const plain = plainOf(markdown)
    const span = (phrase: string) => {
      const at = plain.text.indexOf(phrase)
      return markdown.slice(...spanInMarkdown(plain, at, at + phrase.length))
    }
    expect(span('quo\nted')).toBe('quo\n> ted')
    expect(span('phrase')).toBe('phr](x)ase')
    expect(span('& more')).toBe('&amp; more')
    expect(span('&')).toBe('&amp;')
    expect(span('T')).toBe('T')
  })

  it('has an end', () => {
    const plain = plainOf('**a**')
    expect([...plain.starts]).toEqual([2, 5])
    expect([...plain.ends]).toEqual([3])
    expect(spanInMarkdown(plain, 1, 1)).toEqual([5, 5])
    expect([...plainOf('').starts]).toEqual([0])
  })
})
