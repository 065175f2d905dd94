// The C library's allocator.
#ifndef CASHLAR_ALLOCATOR_H
#define CASHLAR_ALLOCATOR_H

/// Returns to the system the freed memory that the C library retains. Blocks of clusters and pages have many sizes, so work that allocates
/// and frees many of them would otherwise retain several times the memory in use. Does nothing with C libraries other than glibc.
void ashlar_give_back_memory(void);

#endif
