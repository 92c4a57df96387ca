// SPDX-License-Identifier: GPL-3.0-or-later
// A whole program around one kernel (core/codegen/kernel.h), without a library: it reads an image of memory, calls the kernel on
// it and writes the image back. armrun.h makes the image and links `kernel` and, where there is one, `prepare` to the symbols of
// the kernel's object. The image: five words, then for each argument and all that is prepared where it begins, then what lies there.
        .equ    written, 0              // bytes to write back: all but what is prepared and the workspace
        .equ    arguments, 8            // how many, with what is prepared
        .equ    workspace, 16           // where it begins
        .equ    output, 24              // likewise
        .equ    output_bytes, 32
        .equ    begins, 40
        .equ    image_limit, 16 << 20   // as in armrun.h

        .bss
        .balign 4096
image:  .skip   image_limit

        .text
        .global _start
_start: ldr     x19, =image
        mov     x20, x19
        ldr     x21, =image + image_limit
1:      mov     x0, #0
        mov     x1, x20
        sub     x2, x21, x20
        mov     x8, #63                 // read
        svc     #0
        cmp     x0, #0
        b.lt    failed
        add     x20, x20, x0
        b.ne    1b

        add     x20, x19, #begins       // places become pointers
        ldr     x9, [x19, #arguments]
        mov     x10, x20
2:      ldr     x21, [x10]
        add     x21, x21, x19
        str     x21, [x10], #8
        subs    x9, x9, #1
        b.ne    2b
        ldr     x21, [x19, #output]
        add     x21, x21, x19
        ldr     x22, [x19, #workspace]
        add     x22, x22, x19
        ldr     x23, [x19, #output_bytes]

        .weak   prepare
        ldr     x24, =prepare
        cbz     x24, 3f
        bl      call
3:      ldr     x24, =kernel            // twice: the second call must find all as the first did
        bl      call
        mov     x0, x21
        mov     w1, #0xff
        mov     x2, x23
        bl      memset
        bl      call

        mov     x20, x19
        ldr     x21, [x19, #written]
        add     x21, x21, x19
4:      mov     x0, #1
        mov     x1, x20
        sub     x2, x21, x20
        mov     x8, #64                 // write
        svc     #0
        cmp     x0, #0
        b.le    failed
        add     x20, x20, x0
        cmp     x20, x21
        b.lo    4b
        mov     x0, #0
        b       exit
failed: mov     x0, #2
exit:   mov     x8, #93                 // exit
        svc     #0

        .equ    context, 0x5eed
call:   stp     x29, x30, [sp, #-16]!
        mov     x0, x20
        mov     x1, x22
        adr     x2, parallel_for
        mov     x3, #context
        blr     x24
        ldp     x29, x30, [sp], #16
        ret

// Two halves, of two threads one after the other, so that what is captured and what each thread has for itself are used.
parallel_for:
        mov     x9, #context
        cmp     x0, x9
        b.ne    failed
        stp     x29, x30, [sp, #-48]!
        stp     x19, x20, [sp, #16]
        stp     x21, x22, [sp, #32]
        mov     x19, x1
        mov     x20, x2
        mov     x21, x3
        mov     x0, x20
        mov     x1, #0
        lsr     x2, x21, #1
        mov     w3, #1
        blr     x19
        mov     x0, x20
        lsr     x1, x21, #1
        mov     x2, x21
        mov     w3, #0
        blr     x19
        ldp     x21, x22, [sp, #32]
        ldp     x19, x20, [sp, #16]
        ldp     x29, x30, [sp], #48
        ret

// What LLVM may call for loops.
        .global memset, memcpy, memmove
memset: add     x2, x0, x2
        mov     x9, x0
1:      cmp     x9, x2
        b.hs    2f
        strb    w1, [x9], #1
        b       1b
2:      ret

memmove:
        cmp     x0, x1
        b.ls    memcpy
1:      cbz     x2, 2f                  // from behind
        sub     x2, x2, #1
        ldrb    w9, [x1, x2]
        strb    w9, [x0, x2]
        b       1b
2:      ret

memcpy: mov     x10, #0
1:      cmp     x10, x2
        b.hs    2f
        ldrb    w9, [x1, x10]
        strb    w9, [x0, x10]
        add     x10, x10, #1
        b       1b
2:      ret

        .section .note.GNU-stack, "", %progbits
