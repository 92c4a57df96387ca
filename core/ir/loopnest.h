// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/expr.h"

#include <cstdint>
#include <string>

namespace knobscope::ir {

/// Where a buffer lives. Workspace is scratch memory that the caller provides; Local is private to one iteration of
/// the loop around its Allocate (registers, or the stack); Shared is a GPU block's.
enum class Scope : uint8_t { Argument, Workspace, Local, Shared };

/// A dense row-major block of memory.
struct BufferNode {
    std::string name;
    std::vector<int64_t> shape;
    DataType type;
    Scope scope = Scope::Argument;
    /// Of Shared: stores into it are asynchronous copies from global memory. They are started there, and there when a CopyWait
    /// has waited for their group; what they copy must not change meanwhile.
    bool isAsync = false;

    int64_t elements() const;
    int64_t bytes() const { return elements() * type.bytes(); }
};
using Buffer = std::shared_ptr<const BufferNode>;

Buffer makeBuffer(std::string name, std::vector<int64_t> shape, DataType type, Scope scope);

/// Tensorized: this loop and those inside it are one operation of a warp, named by the loop's threadTag.
enum class ForKind : uint8_t { Serial, Parallel, Vectorized, Unrolled, ThreadBinding, VirtualThread, Tensorized };

/// Index into LoopNest::provenance; 0 stands for "the definition itself, no primitive".
using ProvenanceId = int;

/// The primitive that made a loop, and the knob that chose its arguments.
struct Provenance {
    std::string stage; ///< tensor name
    std::string primitive; ///< as printed in the schedule: "split(ow, factor=28)"
    std::string knob; ///< "tile_ow", or empty when the template chose it
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
    std::string threadTag; ///< "blockIdx.x", "threadIdx.y", "vthread" where bound; the operation where tensorized
    int unrollHint = 0; ///< > 0: asks the device compiler to unroll (pragma), the loop itself stays
    ProvenanceId provenance = 0;
    Stmt body;
};
/// The statements one after the other.
struct Block {
    std::vector<Stmt> statements;
};
struct IfThen {
    Expr condition;
    Stmt then;
    Stmt otherwise; ///< may be null
};
struct Store {
    Buffer buffer;
    std::vector<Expr> indices;
    Expr value;
};
/// Whether an expression loads the element that the store writes.
bool loadsOwnPlace(const Store& store, const Expr& e);
/// The value that a store adds to what is there, `place = place + value`; null where it does anything else.
const Expr* addedValue(const Store& store);
/// `buffer` exists within `body`; its contents are undefined at the start of each execution.
struct Allocate {
    Buffer buffer;
    Stmt body;
};
/// All threads of the block arrive before any goes on.
struct Barrier {
};
/// What this thread copied into asynchronous buffers since the last commit becomes one group, be it empty.
struct CopyCommit {
};
/// Goes on when at most `pending` groups of this thread have not arrived, the latest ones. Other threads see what arrived after a
/// Barrier.
struct CopyWait {
    int64_t pending = 0;
};

/// A matrix multiply-accumulate that the 32 lanes of a warp do together (PTX: mma.sync), by the type of its factors:
/// 16x8 += 16x16 * 16x8 of float16, or 16x8 += 16x8 * 8x8 of tfloat32; sums are float32.
enum class MmaKind : uint8_t { F16, Tf32 };
/// A lane's part of a tile: a run of a local buffer's last dimension, `indices` naming its first element (warpmma.h says which
/// elements of the tile they are).
struct Fragment {
    Buffer buffer;
    std::vector<Expr> indices;
};
/// sum += a * b. All lanes of the warp arrive, and read each other's fragments.
struct WarpMma {
    MmaKind kind = MmaKind::F16;
    Fragment sum;
    Fragment a;
    Fragment b;
};

/// Asks for the line of the cache that an element is in, to be there when it is read later. No element is read: the place may be
/// beyond the buffer's end, and leaving it out changes no result.
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
/// One statement for several: nested blocks are flattened, nulls dropped, a single one stays itself.
Stmt block(std::vector<Stmt> statements);

/// The loop around another body, or of another kind; all else stays.
Stmt withBody(const For& loop, Stmt body);
Stmt withKind(const For& loop, ForKind kind);
/// A loop that no primitive made.
Stmt makeLoop(const Var& var, int64_t extent, Stmt body, ForKind kind = ForKind::Serial);

/// A whole kernel: what it takes and what it does.
struct LoopNest {
    std::string name;
    std::vector<Buffer> parameters; ///< inputs in definition order, then outputs
    size_t inputs = 0; ///< how many of the parameters are read-only
    Stmt body;
    std::vector<Provenance> provenance; ///< [0] is "no primitive"
    std::vector<std::string> notes; ///< what lowering did that the schedule did not ask for, in words
    /// What depends on weights alone (StageRef::precompute): run once before any number of runs of `body`, and never timed with
    /// it. Null where nothing does.
    Stmt prepare;
    std::vector<Buffer> prepared; ///< written by `prepare`, read by `body`; kept in between
};

} // namespace knobscope::ir
