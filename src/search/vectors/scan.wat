;; The scan of a bank's vectors. ./plain-kernel.ts does the same in JavaScript, function by function and bit by bit, and
;; says what each is for; how the data lies in memory is drawn in ./chunk.ts. `node scripts/build-kernel.mjs` builds
;; ./kernel-bytes.ts from this file.
(module
  (memory (export "memory") 1 65536)

  ;; Sixteen rows at a time, one in each byte. A byte of a row is the signs of eight dimensions: two numbers below 16,
  ;; each the place in a table that holds what those four dimensions have in common with the question.
  (func (export "estimate")
    (param $signs i32) (param $lift i32) (param $slope i32) (param $groups i32) (param $bytes i32)
    (param $tables i32) (param $middle i32) (param $gain f32) (param $base f32) (param $scores i32)
    (local $table i32) (local $end i32)
    (local $x v128) (local $both v128) (local $all v128) (local $even v128) (local $odd v128) (local $low v128)
    (local.set $low (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15))
    (local.set $end (i32.add (local.get $tables) (i32.shl (local.get $bytes) (i32.const 5))))
    (loop $group
      (local.set $all (v128.const i64x2 0 0))
      (local.set $odd (v128.const i64x2 0 0))
      (local.set $table (local.get $tables))
      (loop $byte
        (local.set $x (v128.load (local.get $signs)))
        ;; Below 256 by the making of the tables.
        (local.set $both
          (i8x16.add
            (i8x16.swizzle
              (v128.load (local.get $table))
              (v128.and (local.get $x) (local.get $low)))
            (i8x16.swizzle
              (v128.load offset=16 (local.get $table))
              ;; Shifts of bytes are made of such of sixteen bits, with a mask that is fetched each time.
              (v128.and (i16x8.shr_u (local.get $x) (i32.const 4)) (local.get $low)))))
        ;; Sixteen sums of sixteen bits do not fit in one register: the odd bytes have their own, and what they add to
        ;; the other is taken away at the end.
        (local.set $all (i16x8.add (local.get $all) (local.get $both)))
        (local.set $odd (i16x8.add (local.get $odd) (i16x8.shr_u (local.get $both) (i32.const 8))))
        (local.set $signs (i32.add (local.get $signs) (i32.const 16)))
        (local.set $table (i32.add (local.get $table) (i32.const 32)))
        (br_if $byte (i32.lt_u (local.get $table) (local.get $end))))
      (local.set $even
        (i16x8.sub
          (i16x8.sub (local.get $all) (i16x8.shl (local.get $odd) (i32.const 8)))
          (i16x8.splat (local.get $middle))))
      (local.set $odd (i16x8.sub (local.get $odd) (i16x8.splat (local.get $middle))))
      (v128.store (local.get $scores)
        (call $line (i32x4.extend_low_i16x8_s (local.get $even))
          (v128.load (local.get $slope)) (v128.load (local.get $lift)) (local.get $gain) (local.get $base)))
      (v128.store offset=16 (local.get $scores)
        (call $line (i32x4.extend_high_i16x8_s (local.get $even))
          (v128.load offset=16 (local.get $slope)) (v128.load offset=16 (local.get $lift))
          (local.get $gain) (local.get $base)))
      (v128.store offset=32 (local.get $scores)
        (call $line (i32x4.extend_low_i16x8_s (local.get $odd))
          (v128.load offset=32 (local.get $slope)) (v128.load offset=32 (local.get $lift))
          (local.get $gain) (local.get $base)))
      (v128.store offset=48 (local.get $scores)
        (call $line (i32x4.extend_high_i16x8_s (local.get $odd))
          (v128.load offset=48 (local.get $slope)) (v128.load offset=48 (local.get $lift))
          (local.get $gain) (local.get $base)))
      (local.set $scores (i32.add (local.get $scores) (i32.const 64)))
      (local.set $slope (i32.add (local.get $slope) (i32.const 64)))
      (local.set $lift (i32.add (local.get $lift) (i32.const 64)))
      (br_if $group (local.tee $groups (i32.sub (local.get $groups) (i32.const 1))))))

  ;; sum · slope · gain + lift + base, rounded to 32 bits at every step, as JavaScript can do it too.
  (func $line
    (param $sum v128) (param $slope v128) (param $lift v128) (param $gain f32) (param $base f32) (result v128)
    (f32x4.add
      (f32x4.add
        (f32x4.mul
          (f32x4.mul (f32x4.convert_i32x4_s (local.get $sum)) (local.get $slope))
          (f32x4.splat (local.get $gain)))
        (local.get $lift))
      (f32x4.splat (local.get $base))))

  (func (export "above")
    (param $scores i32) (param $rows i32) (param $least f32) (param $out i32) (result i32)
    (local $row i32) (local $mask i32) (local $start i32)
    (local.set $start (local.get $out))
    (loop $quad
      (local.set $mask
        (i32x4.bitmask (f32x4.gt (v128.load (local.get $scores)) (f32x4.splat (local.get $least)))))
      (block $none
        (loop $hit
          (br_if $none (i32.eqz (local.get $mask)))
          (i32.store (local.get $out) (i32.add (local.get $row) (i32.ctz (local.get $mask))))
          (local.set $out (i32.add (local.get $out) (i32.const 4)))
          (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
          (br $hit)))
      (local.set $scores (i32.add (local.get $scores) (i32.const 16)))
      (br_if $quad
        (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 4))) (local.get $rows))))
    (i32.shr_u (i32.sub (local.get $out) (local.get $start)) (i32.const 2)))

  (func (export "dots")
    (param $list i32) (param $count i32) (param $question i32) (param $bytes i32) (param $out i32)
    (local $code i32) (local $end i32) (local $q i32) (local $x v128) (local $sum v128)
    (loop $row
      (local.set $code (i32.load (local.get $list)))
      (local.set $end (i32.add (local.get $code) (local.get $bytes)))
      (local.set $q (local.get $question))
      (local.set $sum (v128.const i64x2 0 0))
      (loop $block
        (local.set $x (v128.load (local.get $code)))
        (local.set $sum
          (i32x4.add
            (local.get $sum)
            (i32x4.add
              (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $x)) (v128.load (local.get $q)))
              (i32x4.dot_i16x8_s
                (i16x8.extend_high_i8x16_s (local.get $x))
                (v128.load offset=16 (local.get $q))))))
        (local.set $q (i32.add (local.get $q) (i32.const 32)))
        (br_if $block
          (i32.lt_u (local.tee $code (i32.add (local.get $code) (i32.const 16))) (local.get $end))))
      (i32.store (local.get $out)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (br_if $row (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))))
