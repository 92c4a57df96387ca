// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/expr.h"

#include <cstdint>
#include <string>

namespace knobscope::ir {

/// Memory class of a buffer. Workspace is scratch memory that the caller provides; Local is private to one iteration of the loop
/// around its Allocate (registers, or the stack); Shared belongs to a GPU block.
enum class Scope : uint8_t { Argument, Workspace, Local, Shared };

/// A dense row-major block of memory.
struct BufferNode {
    std::string name;
    std::vector<int64_t> shape;
    DataType type;
    Scope scope = Scope::Argument;
    /// For Shared: stores into the buffer are asynchronous copies from global memory. A store starts the copy, which is complete
    /// after a CopyWait for its group; the source must not change meanwhile.
    bool isAsync = false;

    int64_t elements() const;
    int64_t bytes() const { return elements() * type.bytes(); }
};
using Buffer = std::shared_ptr<const BufferNode>;

Buffer makeBuffer(std::string name, std::vector<int64_t> shape, DataType type, Scope scope);

/// Tensorized: this loop and the loops inside it are one operation of a warp, named by the loop's threadTag.
enum class ForKind : uint8_t { Serial, Parallel, Vectorized, Unrolled, ThreadBinding, VirtualThread, Tensorized };

/// Index into LoopNest::provenance; 0 means "the definition itself, no primitive".
using ProvenanceId = int;

/// The primitive that made a loop, and the knob that chose its arguments.
struct Provenance {
    std::string stage; ///< tensor name
    std::string primitive; ///< as printed in the schedule: "split(ow, factor=28)"
    std::string knob; ///< "tile_ow", or empty if the template chose the arguments
};

struct StmtNode;

/// An immutable statement; one shared pointer.
class Stmt
{
public:
    Stmt() = default;
    explicit Stmt(std::shared_ptr<const StmtNode> node)
        : m_node(std::move(node))
    {
    }
    bool isNull() const { return !m_node; }
    const StmtNode& node() const { return *m_node; }
    const void* id() const { return m_node.get(); }
    template<class T>
    const T* as() const;

private:
    std::shared_ptr<const StmtNode> m_node;
};

/// for (var = 0; var < extent; ++var) body
struct For {
    Var var;
    int64_t extent = 0;
    ForKind kind = ForKind::Serial;
    std::string threadTag; ///< "blockIdx.x", "threadIdx.y", "vthread" if bound; the operation if tensorized
    int unrollHint = 0; ///< > 0: asks the device compiler to unroll (pragma); the loop itself stays
    ProvenanceId provenance = 0;
    Stmt body;
};
/// Statements in sequence.
struct Block {
    std::vector<Stmt> statements;
};
struct IfThen {
    Expr condition;
    Stmt then;
    Stmt elseBody; ///< may be null
};
struct Store {
    Buffer buffer;
    std::vector<Expr> indices;
    Expr value;
};
/// Whether an expression loads the element that the store writes.
bool readsStoredElement(const Store& store, const Expr& e);
/// The value that an accumulating store adds, `place = place + value`; null for other stores.
const Expr* addedValue(const Store& store);
/// `buffer` exists within `body`; its contents are undefined at the start of each execution.
struct Allocate {
    Buffer buffer;
    Stmt body;
};
/// Waits until all threads of the block have arrived.
struct Barrier {
};
/// Commits this thread's copies into asynchronous buffers since the last commit as one group, which may be empty.
struct CopyCommit {
};
/// Waits until at most the `pending` latest groups of this thread are incomplete. Other threads see the copied data after a
/// Barrier.
struct CopyWait {
    int64_t pending = 0;
};

/// A matrix multiply-accumulate by the 32 lanes of a warp together (PTX: mma.sync), by the type of its factors: 16x8 += 16x16 *
/// 16x8 of float16, or 16x8 += 16x8 * 8x8 of tfloat32; sums are float32.
enum class MmaKind : uint8_t { F16, Tf32 };
/// A lane's part of a tile: a run in a local buffer's last dimension, whose first element is at `indices`. warpmma.h defines
/// which elements of the tile these are.
struct Fragment {
    Buffer buffer;
    std::vector<Expr> indices;
};
/// sum += a * b. All lanes of the warp take part and read each other's fragments.
struct WarpMma {
    MmaKind kind = MmaKind::F16;
    Fragment sum;
    Fragment a;
    Fragment b;
};

/// Prefetches the cache line of an element. Reads no element: the address may be past the buffer's end, and dropping the
/// statement changes no result.
struct Prefetch {
    Buffer buffer;
    std::vector<Expr> indices;
    ProvenanceId provenance = 0;
};

struct StmtNode {
    using Kind = std::variant<For, Block, IfThen, Store, Allocate, Barrier, CopyCommit, CopyWait, WarpMma, Prefetch>;
    Kind kind;
};

template<class T>
const T* Stmt::as() const
{
    return m_node ? std::get_if<T>(&m_node->kind) : nullptr;
}

Stmt makeStmt(StmtNode::Kind kind);
/// Joins statements into one: nested blocks are flattened, nulls dropped, a single statement is returned itself.
Stmt block(std::vector<Stmt> statements);

/// Copies the loop with another body, or of another kind.
Stmt withBody(const For& loop, Stmt body);
Stmt withKind(const For& loop, ForKind kind);
/// A loop that no primitive made.
Stmt makeLoop(const Var& var, int64_t extent, Stmt body, ForKind kind = ForKind::Serial);

/// A whole kernel: its parameters and its code.
struct LoopNest {
    std::string name;
    std::vector<Buffer> parameters; ///< inputs in definition order, then outputs
    size_t inputs = 0; ///< number of leading parameters that are read-only
    Stmt body;
    std::vector<Provenance> provenance; ///< [0] is "no primitive"
    std::vector<std::string> notes; ///< changes by lowering that the schedule did not ask for, as text
    /// Code that depends on weights only (StageRef::precompute): runs once before any number of runs of `body`, and is never
    /// timed with it. Null if there is none.
    Stmt prepare;
    std::vector<Buffer> prepared; ///< written by `prepare`, read by `body`; kept between runs
};

} // namespace knobscope::ir
